import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Tenant } from '../src/deps.js';
import { STATUS_BY_CODE } from '../src/errors.js';
import { EVENT_KINDS, type SignatureScheme, TEST_EVENT } from '../src/webhooks/event-kinds.js';
import { makeSecret, signatureHeaders, toSigningKey } from '../src/webhooks/sign.js';
import { startApp, type TestApp } from './helpers/app.js';
import { call } from './helpers/client/http.js';
import { freePort } from './helpers/run/port.js';
import { makeEndpoint } from './webhooks/fixture.js';

const readme = readFileSync('README.md', 'utf8');

/** The one program of a language that the README shows. */
const programIn = (language: string): string =>
  new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(readme)?.[1] ?? '';

/** The shell lines of one section, as a reader would paste them. */
function shellOf(heading: string): string {
  const section = readme.split(/^## /m).find((part) => part.startsWith(heading)) ?? '';
  return [...section.matchAll(/```sh\n([\s\S]*?)```/g)].map((block) => block[1]).join('');
}

describe('README', () => {
  let app: TestApp;
  /** Of the receiver. */
  let port: number;
  beforeAll(async () => {
    port = await freePort();
    app = await startApp({ WEBHOOK_ALLOW_HOSTS: `127.0.0.1:${port}` });
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

  describe('verifies webhooks', () => {
    const [secret, old] = [makeSecret(), makeSecret()];
    const body = '{"event":"x","data":{"words":"é漢🙂"}}';
    const now = Math.floor(Date.now() / 1_000);
    const sign = (scheme: SignatureScheme, secrets: string[], at = now) =>
      signatureHeaders({ scheme, eventId: 'e', body, at, keys: secrets.map(toSigningKey) })[
        'x-service-signature'
      ] ?? '';
    const timed = sign('timestamped', [secret, old]);
    const digest = sign('digest', [secret]);
    /** Header, body, secret, and whether it is genuine. */
    const cases: [string, string, string, boolean][] = [
      [timed, body, secret, true],
      [timed, body, old, true],
      [timed, `${body} `, secret, false],
      [timed, body, makeSecret(), false],
      [sign('timestamped', [secret], now - 301), body, secret, false],
      [timed.replace('t=', 't=²'), body, secret, false],
      [`t=${now},v1=${'é'.repeat(64)}`, body, secret, false],
      [digest, body, secret, true],
      [digest, `${body} `, secret, false],
      [digest, body, old, false],
      [`sha256=${'é'.repeat(64)}`, body, secret, false],
      ['', body, secret, false],
      ['v1,t', body, secret, false],
    ];
    const expected = cases.map(([, , , genuine]) => genuine);
    let folder: string;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'answerscope readme '));
      await writeFile(join(folder, 'cases.json'), JSON.stringify(cases));
      await writeFile(join(folder, 'package.json'), '{"type":"module"}');
    });
    afterAll(() => rm(folder, { recursive: true, force: true }));
    const run = async (program: string, args: string[], text: string) => {
      const [file = ''] = args;
      await writeFile(join(folder, file), text);
      const { stdout } = await promisify(execFile)(program, args, { cwd: folder, timeout: 60_000 });
      return JSON.parse(stdout);
    };

    it('in TypeScript', async () => {
      const check = `import { readFileSync } from 'node:fs';
        const cases = JSON.parse(readFileSync('cases.json', 'utf8'));
        console.log(JSON.stringify(cases.map(([header, body, secret]) => isGenuine(header, body, secret))));`;
      const text = `${programIn('ts')}\n${check}`;
      expect(await run(process.execPath, ['verify.ts'], text)).toEqual(expected);
    });

    it('in Python', async () => {
      const found = await promisify(execFile)('python3', ['--version']).catch(() => null);
      if (found === null) {
        console.info('python3 is not on this machine: its program was not run');
        return;
      }
      const check = `import json, sys
cases = json.load(open("cases.json", encoding="utf-8"))
print(json.dumps([is_genuine(header, body.encode(), secret) for header, body, secret, _ in cases]))`;
      const text = `${programIn('python')}\n${check}\n`;
      expect(await run('python3', ['verify.py'], text)).toEqual(expected);
    });

    it('by the way that each kind of event is signed', () => {
      const section = readme.split(/^## /m).find((part) => part.startsWith('Webhooks')) ?? '';
      const [, timestamped = '', digests = ''] =
        /(`wiki\.page\.created`[\s\S]*?) carry `t=[\s\S]*?rotated; ([\s\S]*?) carry `sha256=/.exec(
          section,
        ) ?? [];
      const named = (text: string) => [...text.matchAll(/`([a-z.]+)`/g)].map(([, name]) => name);
      const kinds = (scheme: SignatureScheme) =>
        EVENT_KINDS.filter((kind) => kind.scheme === scheme).map(({ name }) => name);
      expect(named(timestamped)).toEqual([...kinds('timestamped'), TEST_EVENT]);
      expect(named(digests)).toEqual(kinds('digest'));
    });
  });

  const runShell = (script: string) =>
    promisify(execFile)(
      'bash',
      [
        '-euo',
        'pipefail',
        '-c',
        script
          .replaceAll('http://127.0.0.1:4000', app.url)
          .replaceAll('9000', String(port))
          // The reader's npm runs the packaged Node; here it is the one that runs the tests.
          .replaceAll('npm run -s cli --', '"$NODE" dist/src/cli/main.js')
          .replaceAll('npx node', '"$NODE"'),
      ],
      {
        timeout: 110_000,
        env: {
          ...process.env,
          NODE: process.execPath,
          DATABASE_URL: app.databaseUrl,
          DATA_DIR: app.dataDir,
          SECRET_KEY: 'a secret of the test suite, long enough',
          ANSWERSCOPE_URL: app.url,
        },
      },
    );

  it('has commands for a webhook endpoint that work as printed', async () => {
    const { accountId, email } = await app.createAccount();
    // With another endpoint beside it they say which one is meant.
    const tenant: Tenant = { accountId, environment: 'test' };
    await makeEndpoint(app, tenant, `http://127.0.0.1:${port}/`);
    const { stdout } = await runShell(shellOf('Webhooks').replaceAll('you@example.com', email));
    const [made = ''] = stdout.split('\n');
    expect(JSON.parse(made).data.createWebhookEndpoint).toEqual({
      secret: expect.stringMatching(/^whsec_/),
      webhookEndpoint: { id: expect.any(String) },
    });
    expect(stdout).toContain('genuine  (t=…,v1=… valid; webhook-signature valid)');
    expect(stdout).not.toContain('NOT');
    expect(stdout).toMatch(/^status +delivered\nanswer +204 after/m);
  });

  it('has commands for a probe by REST, GraphQL and WebSocket that work as printed', async () => {
    const { stdout } = await runShell(shellOf('A probe, three ways'));
    const [account, probe, citations, added, asked, brands, ...steps] = stdout
      .trim()
      .split(/\n|(?<=\})(?=\{")/);
    expect(JSON.parse(account ?? '')).toEqual({
      accountId: expect.any(String),
      userId: expect.any(String),
    });
    expect(JSON.parse(probe ?? '')).toMatchObject({ status: 'completed', sandbox: true });
    expect(JSON.parse(probe ?? '').results).toHaveLength(6);
    expect(JSON.parse(citations ?? '').citations.length).toBeGreaterThan(0);
    expect(JSON.parse(added ?? '')).toMatchObject({ added: 2, bound: false });
    expect(JSON.parse(asked ?? '').prompts).toHaveLength(14);
    const [brand] = JSON.parse(brands ?? '').data.brands.nodes;
    expect(brand).toMatchObject({
      name: 'Acme',
      lastScan: { measures: { visibility: { denominator: 72 } } },
    });
    expect(steps.at(-1)).toMatch(/COMPLETED {2}84\/84/);
  });

  it('has commands for a scan, a query, a rewrite and a dashboard that work as printed', async () => {
    const { key } = await app.createAccount();
    const body = { name: 'Acme', category: 'CRM software' };
    const made = await call(app.url, 'POST', '/api/brands', { key, body });
    const brandId = made.json<{ brand: { id: string } }>().brand.id;
    const given = `ANSWERSCOPE_KEY=${key}\nBRAND=${brandId}\n`;
    const { stdout } = await runShell(given + shellOf('A scan, a query, a rewrite'));
    const [scan, query, runs, rewrite, series] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(scan).toMatchObject({ rateLimitRemaining: 4, summary: [{ total: 4 }, {}, {}] });
    expect(query.runs[0].results).toHaveLength(16);
    expect(runs).toMatchObject({ runs: [{ runId: query.runId, kind: 'query' }], total: 1 });
    expect(rewrite).toMatchObject({
      source: 'sandbox',
      sandbox: true,
      score_aviv: expect.any(Number),
    });
    expect(series.points).toHaveLength(7);
  });
});
