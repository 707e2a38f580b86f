import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { STATUS_BY_CODE } from '../src/errors.js';
import { startApp, type TestApp } from './helpers/app.js';

const readme = readFileSync('README.md', 'utf8');

/** The shell lines of one section, as a reader would paste them. */
function shellOf(heading: string): string {
  const section = readme.split(/^## /m).find((part) => part.startsWith(heading)) ?? '';
  return [...section.matchAll(/```sh\n([\s\S]*?)```/g)].map((block) => block[1]).join('');
}

describe('README', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.dispose());

  it('lists every error code with its status', () => {
    const rows = [...readme.matchAll(/^\| `([A-Z_]+)` *\| (\d{3}) *\|/gm)];
    const listed = Object.fromEntries(rows.map(([, code, status]) => [code, Number(status)]));
    expect(listed).toEqual(STATUS_BY_CODE);
  });

  it('starts with the two commands', () => {
    expect(shellOf('Start').trim().split('\n')).toEqual([
      'npm install && npm start',
      'npm install && npm test',
    ]);
  });

  it('has commands for a probe by REST, GraphQL and WebSocket that work as printed', async () => {
    const script = shellOf('A probe, three ways')
      .replaceAll('http://127.0.0.1:4000', app.url)
      // The reader's npm runs the packaged Node; here it is the one that runs the tests.
      .replaceAll('npm run -s cli --', '"$NODE" dist/src/cli/main.js')
      .replaceAll('npx node', '"$NODE"');
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
      timeout: 60_000,
      env: {
        ...process.env,
        NODE: process.execPath,
        DATABASE_URL: app.databaseUrl,
        DATA_DIR: app.dataDir,
        SECRET_KEY: 'a secret of the test suite, long enough',
        ANSWERSCOPE_URL: app.url,
      },
    });
    const [account, probe, citations, brands, ...steps] = stdout.trim().split(/\n|(?<=\})(?=\{)/);
    expect(JSON.parse(account ?? '')).toEqual({
      accountId: expect.any(String),
      userId: expect.any(String),
    });
    expect(JSON.parse(probe ?? '')).toMatchObject({ status: 'completed', sandbox: true });
    expect(JSON.parse(probe ?? '').results).toHaveLength(6);
    expect(JSON.parse(citations ?? '').citations.length).toBeGreaterThan(0);
    const [brand] = JSON.parse(brands ?? '').data.brands.nodes;
    expect(brand).toMatchObject({
      name: 'Acme',
      lastScan: { measures: { visibility: { denominator: 72 } } },
    });
    expect(steps.at(-1)).toMatch(/COMPLETED {2}72\/72/);
  }, 90_000);
});
