import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { VENDORS } from '../helpers/outside/vendors/index.js';
import { behavioursOf } from '../helpers/outside/vendors/vendor-script.js';
import { never, question } from './question.js';
import { KEY } from './scripted-engine.js';
import { startVendor } from './scripted-vendor.js';

/** A question from Germany as it goes out to each vendor, kept so that a person can hold it against the vendor's example. */
const FOLDER = join(import.meta.dirname, '../../../test/engines/requests');

test.each(VENDORS.map((vendor) => [vendor.platform, vendor] as const))(
  '%s is asked as its recorded request says',
  async (platform, vendor) => {
    const { engine, server } = await startVendor(vendor, behavioursOf(vendor, KEY).good);
    await engine.ask({ ...question, country: 'de' }, never);
    const { method, path, body } = server.requests[0]!;
    const file = join(FOLDER, `${platform}.json`);
    const sent = { method, path, body };
    if (process.env.RECORD_REQUESTS) writeFileSync(file, `${JSON.stringify(sent, null, 2)}\n`);
    expect(sent).toEqual(JSON.parse(readFileSync(file, 'utf8')));
  },
);
