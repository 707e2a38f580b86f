import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Example, Examples } from '../../rest/openapi/operation.js';
import { routes } from '../../rest/routes.js';
import { startApp, type TestAccount, type TestApp } from '../helpers/app.js';
import { describeApi, explain, type Operation, pointer } from '../helpers/client/description.js';
import { call } from '../helpers/client/http.js';
import { listPathIds } from '../helpers/client/rest-ids.js';
import { until } from '../helpers/run/until.js';

/**
 * The examples of the description are answers of this product. `RECORD_EXAMPLES=1` writes them anew,
 * which is needed when a path is added or its answer changes.
 */
const FILE = join(import.meta.dirname, '../../../rest/openapi/examples.json');
const read = (): Examples => JSON.parse(readFileSync(FILE, 'utf8')) as Examples;
const SHOWN = 2;
const LONGEST = 400;
/** In place of one that was made for the occasion. */
const SECRET = 'whsec_YW4gZXhhbXBsZSwgYW5kIG5vYm9keSdzIHNlY3JldCE=';

/** As much of an answer as an example needs: of a list the first entries, of a text the beginning. */
function shorten(value: unknown): unknown {
  if (typeof value === 'string' && value.startsWith('whsec_')) return SECRET;
  if (Array.isArray(value)) return value.slice(0, SHOWN).map(shorten);
  if (typeof value === 'string' && value.length > LONGEST) return `${value.slice(0, LONGEST)}…`;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shorten(part)]));
}

let app: TestApp;
let account: TestAccount;
const recorded: Record<string, Example> = {};

beforeAll(async () => {
  app = await startApp(
    { ROADMAP_WEBHOOKS: 'on' },
    // Every answer has what there is to show, on whatever day.
    { sandbox: { truth: () => ({ mention: 0.8, citation: 1 }) } },
  );
  account = await app.createAccount();
});
afterAll(() => app.dispose());

async function ask(method: 'GET' | 'POST', path: string, route: string, body?: unknown) {
  const { key } = account;
  const answer = await call(app.url, method, path, { key, ...(body !== undefined && { body }) });
  expect([route, answer.status < 300]).toEqual([route, true]);
  const { status } = answer;
  const shown = shorten(answer.json());
  recorded[`${method} ${route}`] = { ...(body !== undefined && { body }), status, answer: shown };
  return answer.json<never>();
}

const TEXT =
  'Acme was founded in 1999. It keeps the contacts of 4,000 teams in one place. It costs $12 per seat and month.';

/** Each operation once, as somebody would who tries the product out. */
async function walk(): Promise<void> {
  const get = (path: string, route = path.split('?')[0] as string) => ask('GET', path, route);
  const post = (path: string, body: unknown, route = path.split('?')[0] as string) =>
    ask('POST', path, route, body);

  const brand = { name: 'Acme', category: 'CRM software', website: 'https://acme.example' };
  const {
    brand: { id },
  } = (await post('/api/v1/brands', brand)) as { brand: { id: string } };
  const started = { brandId: id, platforms: ['chatgpt', 'gemini'] };
  const { runId } = (await post('/api/v1/probes', started)) as { runId: string };
  const isDone = async () =>
    (await call(app.url, 'GET', `/api/v1/probes/${runId}`, { key: account.key })).json().status ===
    'completed';
  await until(isDone, 30_000);
  await get(`/api/v1/probes/${runId}`, '/api/v1/probes/:id');
  await get(`/api/runs/${runId}`, '/api/runs/:id');
  await post(`/api/brands/${id}/scan`, { platforms: ['gemini'] }, '/api/brands/:id/scan');
  const other = { name: 'Globex', category: 'CRM software', prompts: ['Which CRM is cheap?'] };
  const made = await call(app.url, 'POST', '/api/v1/brands', { key: account.key, body: other });
  const promptsPath = `/api/v1/brands/${made.json<{ brand: { id: string } }>().brand.id}/prompts`;
  const prompts = [
    'Which CRM suits a small team?',
    { text: 'Wo kaufe ich ein CRM?', language: 'de' },
  ];
  await post(promptsPath, { prompts }, '/api/v1/brands/:id/prompts');
  await get(promptsPath, '/api/v1/brands/:id/prompts');
  await get(`/api/v1/citations?brandId=${id}&days=7`);
  await get(`/api/knowledge/citation-attribution/daily?brandId=${id}&days=2`);
  await get(`/api/v1/picker?brandId=${id}&limit=2`);
  await get(`/api/brands/${id}/picker?limit=2`, '/api/brands/:id/picker');
  for (const path of [
    'visibility/timeseries',
    'competitors/breakdown',
    'prompts/breakdown',
    'prompts/aida',
  ])
    await get(`/api/dashboard/${path}?brand_id=${id}&days=2`);
  await get('/api/brands/compare?days=7');
  await get(`/api/sentiment/overview?brand_id=${id}&days=2`);
  const rivals = { competitors: ['Globex'] };
  await post('/api/check/run', { brand_name: 'Acme', industry: 'CRM software', ...rivals });
  await post('/api/query?mode=all', { brand: 'Acme', category: 'CRM software', ...rivals });
  await get('/api/runs?kind=query');
  await post('/api/aeo/rewrite', { text: TEXT, brand: 'Acme', audience: 'small sales teams' });
  const copy = { brandId: id, content: TEXT, intent: 'comparison' };
  await post('/api/v1/suggest', copy);
  await post('/api/admin/aeo/generate', copy);
  const url = 'https://hooks.example.com/answerscope';
  await post('/api/v1/webhooks', { url, events: ['sentinel.triggered'] });
  // What needs no more than the brand.
  for (const { row, path, ids } of listPathIds()) {
    if (row.method !== 'GET' || path !== row.path || recorded[`GET ${path}`] !== undefined)
      continue;
    const names = Object.keys(ids).filter((name) => name !== 'id');
    const query = new URLSearchParams(names.map((name): [string, string] => [name, id]));
    await get(`${path.replace(':id', id)}?${query}`, path);
  }
}

/** The names of an answer's fields, whatever their values are. */
function toNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(toNames);
  if (typeof value !== 'object' || value === null) return null;
  return Object.fromEntries(
    Object.entries(value)
      // Told only of what has no value today.
      .filter(([name]) => name !== 'states')
      .map(([name, part]) => [name, toNames(part)])
      .sort(([one], [other]) => (String(one) < String(other) ? -1 : 1)),
  );
}

/** Writes the examples that are missing or whose fields have changed; the others stay as they are. */
function record(): void {
  const known = read();
  const isSame = (name: string, { status, answer }: Example) =>
    known[name]?.status === status &&
    isDeepStrictEqual(toNames(known[name].answer), toNames(answer));
  const examples = Object.entries(recorded).map(([name, example]) => [
    name,
    isSame(name, example) ? known[name] : example,
  ]);
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(examples), null, 1)}\n`);
}

test('each operation has an example, and today it answers with the same fields', async () => {
  await walk();
  if (process.env.RECORD_EXAMPLES) record();
  const known = read();
  expect(Object.keys(known).sort()).toEqual(
    [...new Set(routes.map(({ method, path }) => `${method} ${path}`))].sort(),
  );
  for (const [name, { status, answer }] of Object.entries(known))
    expect([name, status, toNames(answer)]).toEqual([
      name,
      recorded[name]?.status,
      toNames(recorded[name]?.answer),
    ]);
}, 120_000);

test('every example in the description is one that it allows', () => {
  const { description, compile } = describeApi();
  const faults: string[] = [];
  const check = (at: string[], content: Operation['requestBody'] | undefined) => {
    for (const [type, { example }] of Object.entries(content?.content ?? {})) {
      if (example === undefined) return void faults.push(`${at.join(' ')} has no example`);
      const judge = compile(pointer(...at, 'content', type, 'schema'));
      if (!judge(example)) faults.push(`${at.join(' ')}: ${explain(judge.errors)}`);
    }
  };
  for (const [path, item] of Object.entries(description.paths))
    for (const [method, operation] of Object.entries(item)) {
      if (path.endsWith('/openapi.json')) continue;
      const at = ['paths', path, method];
      if (operation.requestBody) check([...at, 'requestBody'], operation.requestBody);
      for (const [status, response] of Object.entries(operation.responses))
        if (status < '300') check([...at, 'responses', status], response as never);
    }
  for (const [name, { post }] of Object.entries(description.webhooks))
    check(['webhooks', name, 'post', 'requestBody'], post.requestBody);
  expect(faults).toEqual([]);
});
