import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { startApp, type TestApp } from '../helpers/app.js';
import { type Answer, type Call, call } from '../helpers/client/http.js';
import { createMeasured, type Measured } from '../helpers/records/measured.js';
import { badChecks } from './bad-input/check.js';
import {
  long,
  type Row,
  WRONG_LISTS,
  WRONG_OPTIONAL_STRINGS,
  WRONG_STRINGS,
  WRONG_TEXTS,
} from './bad-input/values.js';

/** Every field of every body and query, given in every wrong way: a 4xx that names it, and nothing stored. */

let app: TestApp;
let mine: Measured;
let foreign: Measured;
let before: string;
let database: pg.Client;

const COUNTS = `select
  (select count(*) from brand) as brands, (select count(*) from probe_run) as runs,
  (select count(*) from prompt_pack) as packs, (select count(*) from prompt) as prompts,
  (select count(*) from check_run) as checks, (select count(*) from engine_call) as spent,
  (select count(*) from rewrite) as rewrites, (select count(*) from suggestion) as suggestions,
  (select count(*) from idempotency_record) as keys, (select sum(calls) from engine_usage) as calls`;

const count = async () => JSON.stringify((await database.query(COUNTS)).rows);

beforeAll(async () => {
  app = await startApp();
  [mine, foreign] = await Promise.all([createMeasured(app), createMeasured(app)]);
  database = new pg.Client({ connectionString: app.databaseUrl });
  await database.connect();
});
beforeEach(async () => {
  before = await count();
});

afterAll(async () => {
  await database.end();
  await app.dispose();
});

const NEVER = '01900000-0000-7000-8000-000000000000';

/** Ids are known once the app runs: tables name them, this puts them in. */
const fill = (value: string): string =>
  value
    .replaceAll('<brand>', mine.brandId)
    .replaceAll('<run>', mine.runId)
    .replaceAll('<foreign brand>', foreign.brandId)
    .replaceAll('<foreign run>', foreign.runId)
    .replaceAll('<never>', NEVER);

function ask(method: string, path: string, options: Call = {}): Promise<Answer> {
  const body = options.body === undefined ? undefined : fill(toText(options.body));
  return call(app.url, method, fill(path), { key: mine.account.key, ...options, body });
}

const toText = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body));

async function expectRefused(answer: Answer, status: number, field?: string): Promise<void> {
  const { error } = answer.json<{
    error: { code: string; message: string; details?: { field: string } };
  }>();
  expect([answer.status, error.details?.field]).toEqual([status, field]);
  if (field !== undefined) expect(error.message).toContain(field);
  expect(await count()).toBe(before);
}

const brand = { name: 'Fine', category: 'fine things' };
const bodies: Row[] = [
  ...['/api/v1/brands', '/api/brands'].flatMap((path): Row[] => [
    ['POST', path, 'name', {}],
    ['POST', path, 'name', { category: 'x' }],
    ['POST', path, 'category', { name: 'Fine' }],
    ...WRONG_TEXTS.map((name): Row => ['POST', path, 'name', { ...brand, name }]),
    ...WRONG_TEXTS.map((category): Row => ['POST', path, 'category', { ...brand, category }]),
    ['POST', path, 'name', { ...brand, name: long(201) }],
    ['POST', path, 'category', { ...brand, category: long(201) }],
    ...[
      ...WRONG_OPTIONAL_STRINGS,
      '',
      'no url',
      'ftp://example.com',
      'javascript:alert(1)',
      'https://user:pass@example.com',
      `https://example.com/${long(2_048)}`,
    ].map((website): Row => ['POST', path, 'website', { ...brand, website }]),
  ]),
  ...badChecks,
  ...['/api/v1/suggest', '/api/restaurant/aeo-suggest', '/api/admin/aeo/generate'].flatMap(
    (path): Row[] => [
      ['POST', path, 'brandId', { content: 'Fine.' }],
      ['POST', path, 'content', { brandId: '<brand>' }],
      ...WRONG_STRINGS.map((brandId): Row => ['POST', path, 'brandId', { content: 'x', brandId }]),
      ...[
        ...WRONG_TEXTS,
        long(4_001),
        '\u{1f600}'.repeat(4_001),
        '\u6f22'.repeat(4_001),
        '<br>',
      ].map((content): Row => ['POST', path, 'content', { brandId: '<brand>', content }]),
      ...[...WRONG_OPTIONAL_STRINGS, '', 'guide', 'HOW_TO'].map(
        (intent): Row => ['POST', path, 'intent', { brandId: '<brand>', content: 'x', intent }],
      ),
    ],
  ),
  ['POST', '/api/v1/probes', 'brandId', {}],
  ...WRONG_STRINGS.map((brandId): Row => ['POST', '/api/v1/probes', 'brandId', { brandId }]),
  ...['/api/v1/probes', '/api/brands/<brand>/scan'].flatMap((path): Row[] => [
    ...[...WRONG_LISTS, [], ['nobody'], ['copilot'], ['chatgpt', 'x']].map(
      (platforms): Row => ['POST', path, 'platforms', { brandId: '<brand>', platforms }],
    ),
    ...WRONG_OPTIONAL_STRINGS.map(
      (promptPackId): Row => ['POST', path, 'promptPackId', { brandId: '<brand>', promptPackId }],
    ),
    ...['1', 1.5, 0, 21, -1, true, [1], {}].map(
      (samplesPerPrompt): Row => [
        'POST',
        path,
        'samplesPerPrompt',
        { brandId: '<brand>', samplesPerPrompt },
      ],
    ),
  ]),
];

describe('a field of a body that is wrong is named', () => {
  test.each(bodies)('%s %s, %s: %j', async (method, path, field, body) => {
    await expectRefused(await ask(method, path, { body }), 400, field);
  });
});

const queries: [query: string, field: string][] = [
  ['', 'brandId'],
  ['days=7', 'brandId'],
  ['brandid=<brand>', 'brandId'],
  ['brandId=<brand>&brandId=<brand>', 'brandId'],
  ['brandId=<brand>&days=7&days=8', 'days'],
  ...['0', '91', '-1', '7.5', 'x', '', '1e1', '07x', '99999999999', 'null'].map(
    (days): [string, string] => [`brandId=<brand>&days=${days}`, 'days'],
  ),
  ...['nobody', '', '%00', '%ff', long(300)].map((platform): [string, string] => [
    `brandId=<brand>&platform=${platform}`,
    'platform',
  ]),
  ['brandId=<brand>&platform=grok&platform=claude', 'platform'],
];

describe.each(['/api/v1/citations', '/api/knowledge/citation-attribution/daily'])(
  'a parameter of %s that is wrong is named',
  (path) => {
    test.each(queries)('?%s', async (query, field) => {
      await expectRefused(await ask('GET', `${path}?${query}`), 400, field);
    });
  },
);

const lookups: [method: string, path: string, body?: unknown][] = [
  ...['x', '<never>', '<foreign brand>', '<run>', '%00', '%27%20or%201=1', long(500)].flatMap(
    (id): [string, string, unknown?][] => [
      ['GET', `/api/v1/brands/${id}`],
      ['GET', `/api/brands/${id}`],
      ['GET', `/api/v1/citations?brandId=${id}`],
      ['POST', `/api/brands/${id}/scan`],
    ],
  ),
  ...['x', '<never>', '<foreign run>', '<brand>'].flatMap((id): [string, string][] => [
    ['GET', `/api/v1/probes/${id}`],
    ['GET', `/api/runs/${id}`],
  ]),
  ...['', 'x', '<never>', '<foreign brand>', '\u0000'].map((brandId): [string, string, unknown] => [
    'POST',
    '/api/v1/probes',
    { brandId },
  ]),
  ...['', 'x', '<never>', '<brand>'].map((promptPackId): [string, string, unknown] => [
    'POST',
    '/api/v1/probes',
    { brandId: '<brand>', promptPackId },
  ]),
];

describe('an id that is unknown, foreign or malformed is not found', () => {
  test.each(lookups)('%s %s %j', async (...[method, path, body]) => {
    await expectRefused(await ask(method, path, { body }), 404);
  });
});

const POSTS = [
  ...['/api/v1/brands', '/api/brands', '/api/v1/probes', '/api/brands/<brand>/scan'],
  ...['/api/check/run', '/api/query'],
  '/api/aeo/rewrite',
];

/** What prompts come with may be as large as 200 of them. */
const mostOf = (path: string): number => (path.endsWith('/brands') ? 1_024 * 1_024 : 64 * 1_024);

describe.each(POSTS)('the body of POST %s', (path) => {
  test.each(['{', '{"name":', 'name=Fine', '{"name":"Fine",}'])('%j is malformed', async (body) => {
    await expectRefused(await ask('POST', path, { body }), 400, 'body');
  });

  test.each(['[]', '[{"name":"Fine"}]', 'null', '"Fine"', '5', 'true'])(
    '%s is no object',
    async (body) => {
      await expectRefused(await ask('POST', path, { body }), 400, 'body');
    },
  );

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'text/json',
    'application/json; charset=utf-16',
  ])('is not read as %s', async (type) => {
    const sent = { body: { ...brand, brandId: '<brand>' }, headers: { 'content-type': type } };
    await expectRefused(await ask('POST', path, sent), 415);
  });

  test('is read to a depth of 20', async () => {
    const body = `{"deep":${'['.repeat(20)}${']'.repeat(20)}}`;
    await expectRefused(await ask('POST', path, { body }), 400, 'body');
  });

  test('is read up to its limit, before anything else is looked at', async () => {
    const body = JSON.stringify({ ...brand, brandId: '<brand>', padding: long(mostOf(path)) });
    await expectRefused(await ask('POST', path, { body }), 413);
    const headers = { 'content-type': 'text/plain', authorization: 'Bearer wrong' };
    await expectRefused(await ask('POST', path, { body, headers }), 413);
  });

  test('is malformed before the caller is unknown', async () => {
    const headers = { authorization: 'Bearer wrong' };
    await expectRefused(await ask('POST', path, { body: '{', headers }), 400, 'body');
    await expectRefused(await ask('POST', path, { body: '{}', headers }), 401);
  });

  test('of unknown length is read up to its limit too', async () => {
    const chunk = new TextEncoder().encode(long(mostOf(path) / 2));
    const body = new ReadableStream({
      start(controller) {
        for (let left = 5; left > 0; left -= 1) controller.enqueue(chunk);
        controller.close();
      },
    });
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${mine.account.key}`,
    };
    const init = { method: 'POST', headers, body, duplex: 'half' } satisfies RequestInit & {
      duplex: 'half';
    };
    expect((await fetch(app.url + fill(path), init)).status).toBe(413);
    expect(await count()).toBe(before);
  });
});

test('an Idempotency-Key that is no key is named', async () => {
  for (const key of [long(256), 'a b']) {
    const options = { body: brand, headers: { 'idempotency-key': key } };
    await expectRefused(await ask('POST', '/api/v1/brands', options), 400, 'Idempotency-Key');
  }
});

test('a path that cannot be decoded is named', async () => {
  await expectRefused(await ask('GET', '/api/v1/brands/%E0%A4'), 400, 'path');
});

test('a URL beyond 2,048 characters is refused', async () => {
  expect((await ask('GET', `/api/v1/citations?brandId=<brand>&x=${long(2_100)}`)).status).toBe(400);
});

test('unknown fields and parameters are ignored, those of the prototype too', async () => {
  const answer = await ask(
    'GET',
    '/api/v1/citations?brandId=<brand>&__proto__=x&constructor=y&first=5',
  );
  expect(answer.status).toBe(200);
  const body = `{"name":"Odd","category":"odd","__proto__":{"website":"x"},"userId":"x","id":"x"}`;
  const made = await ask('POST', '/api/v1/brands', { body });
  expect([made.status, made.json()]).toMatchObject([
    201,
    { brand: { website: null, userId: mine.account.userId } },
  ]);
});
