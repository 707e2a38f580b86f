import { afterAll, beforeAll } from '@jest/globals';
import { startApp } from '../helpers/app.js';
import { runAudits } from '../helpers/audit.js';
import { call } from '../helpers/client/http.js';
import { createMeasured } from '../helpers/records/measured.js';
import { audits2 } from './document-2/audits.js';
import type { World } from './document-2/world.js';

/** The promises `D2-…` of docs/contract.md, over real sockets and a real database. */

let world: World;

beforeAll(async () => {
  const app = await startApp();
  const measured = await createMeasured(app);
  const { key } = measured.account;
  const body = { name: 'Marlowe', category: 'raincoats' };
  const made = await call(app.url, 'POST', '/api/v1/brands', { key, body });
  world = {
    app,
    probedId: made.json<{ brand: { id: string } }>().brand.id,
    ...measured,
    get: (path, options) => call(app.url, 'GET', path, { key, ...options }),
    post: (path, body, options) => call(app.url, 'POST', path, { key, body, ...options }),
  };
});

afterAll(() => world.app.dispose());

runAudits(audits2, () => world);
