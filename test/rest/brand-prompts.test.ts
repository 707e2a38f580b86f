import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { startApp, type TestAccount, type TestApp } from '../helpers/app.js';
import { ask } from '../helpers/client/graphql.js';
import { type Call, call } from '../helpers/client/http.js';

let app: TestApp;
let account: TestAccount;
beforeAll(async () => {
  app = await startApp({ ROLE: 'web' });
});
beforeEach(async () => {
  account = await app.createAccount();
});
afterAll(() => app.dispose());

const send = (method: 'GET' | 'POST', path: string, more: Call = {}) =>
  call(app.url, method, path, { key: account.key, ...more });
const make = (body: object) => send('POST', '/api/v1/brands', { body });
const errorOf = (answer: Awaited<ReturnType<typeof send>>) =>
  answer.json<{ error: { code: string; message: string; details: { faults: object[] } } }>().error;

interface Asked {
  brandId: string;
  promptPackId: string;
  bound: boolean;
  prompts: { promptId: string; prompt: string; stage: string; language: string }[];
}
const pathOf = (brandId: string): string => `/api/v1/brands/${brandId}/prompts`;
async function askedOf(brandId: string): Promise<Asked> {
  const answer = await send('GET', pathOf(brandId));
  expect(answer.status).toBe(200);
  return answer.json();
}
async function brandOf(body: object): Promise<string> {
  const answer = await make(body);
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.json<{ brand: { id: string } }>().brand.id;
}

test('a second brand of another trade is asked its own questions', async () => {
  const crm = await brandOf({ name: 'Acme', category: 'CRM software' });
  const zenith = await brandOf({ name: 'Zenith', category: 'project management' });
  const [first, second] = [await askedOf(crm), await askedOf(zenith)];
  expect(first.prompts.every(({ prompt }) => prompt.includes('CRM software'))).toBe(true);
  expect(second).toMatchObject({ brandId: zenith, bound: false });
  expect(second.prompts.every(({ prompt }) => prompt.includes('project management'))).toBe(true);
  expect(second.prompts.map(({ stage }) => stage)).toEqual(
    ['awareness', 'interest', 'desire', 'action'].flatMap((stage) => Array(3).fill(stage)),
  );
  const probe = await send('POST', '/api/v1/probes', { body: { brandId: zenith } });
  expect(probe.status).toBe(202);
  const { data } = await ask(
    app,
    'query ($id: ID!) { probeRun(id: $id) { promptPackId prompts { text } } }',
    { key: account.key, variables: { id: probe.json<{ runId: string }>().runId } },
  );
  expect(data).toEqual({
    probeRun: {
      promptPackId: second.promptPackId,
      prompts: second.prompts.map(({ prompt }) => ({ text: prompt })),
    },
  });
  const foreign = { brandId: zenith, promptPackId: first.promptPackId };
  expect((await send('POST', '/api/v1/probes', { body: foreign })).status).toBe(404);
});

test('prompts, rivals and other names come with the brand, as texts or as objects', async () => {
  const id = await brandOf({
    name: 'Acme',
    category: 'CRM software',
    language: 'de',
    aliases: ['Acme CRM', { text: 'ACME', caseSensitive: true }],
    competitors: ['Globex', { name: 'Initech', domains: ['initech.com'] }],
    prompts: ['Welches CRM?', { text: 'Best CRM?', stage: 'desire', language: 'en', tags: ['x'] }],
  });
  expect((await askedOf(id)).prompts).toMatchObject([
    { prompt: 'Welches CRM?', stage: 'awareness', language: 'de', country: null, tags: [] },
    { prompt: 'Best CRM?', stage: 'desire', language: 'en', tags: ['x'], enabled: true },
  ]);
  const { data } = await ask(
    app,
    'query ($id: ID!) { brand(id: $id) { aliases { text caseSensitive } competitors { name domains } } }',
    { key: account.key, variables: { id } },
  );
  expect(data).toMatchObject({
    brand: {
      aliases: [
        { text: 'Acme' },
        { text: 'Acme CRM', caseSensitive: false },
        { text: 'ACME', caseSensitive: true },
      ],
      competitors: [
        { name: 'Globex', domains: [] },
        { name: 'Initech', domains: ['initech.com'] },
      ],
    },
  });
});

test('prompts are added up to 200 at once, those that are missing', async () => {
  const id = await brandOf({ name: 'Acme', category: 'CRM software' });
  const prompts = Array.from({ length: 200 }, (_, at) => `${'Which CRM? '.repeat(300)}${at}`);
  const added = await send('POST', pathOf(id), { body: { prompts } });
  expect(added.status).toBe(201);
  expect(added.json()).toMatchObject({ added: 200, brandId: id, bound: false });
  expect(added.json<Asked>().prompts).toHaveLength(212);
  const again = await send('POST', pathOf(id), { body: { prompts } });
  expect(again.json()).toMatchObject({ added: 0 });
  expect(again.json<Asked>().prompts).toHaveLength(212);
  const tooLarge = { prompts: ['x'.repeat(1_024 * 1_024)] };
  expect((await send('POST', pathOf(id), { body: tooLarge })).status).toBe(413);
});

test.each([
  ['no list', { prompts: 'Which?' }, 'prompts must be a list of objects'],
  ['nothing', {}, 'prompts is required'],
  ['an empty list', { prompts: [] }, 'prompts must not be empty'],
  ['201', { prompts: Array(201).fill('x') }, 'prompts must have at most 200 entries'],
  ['a number', { prompts: [1] }, 'prompts[0] must be an object'],
  ['no text', { prompts: ['x', { stage: 'desire' }] }, 'prompts[1].text is required'],
  ['a stage', { prompts: [{ text: 'x', stage: 'DESIRE' }] }, 'prompts[0].stage must be one of'],
  ['a tag', { prompts: [{ text: 'x', tags: [1] }] }, 'prompts[0].tags must be a list of strings'],
  [
    'many faults',
    { prompts: ['', { text: 'x', country: 'de' }, 'y'] },
    'prompts[0].text must not be empty; prompts[1].country must be two capital letters, such as DE',
  ],
])('%s is refused by name, and nothing is stored', async (_what, body, message) => {
  const id = await brandOf({ name: 'Acme', category: 'CRM software' });
  const refused = await send('POST', pathOf(id), { body });
  expect([refused.status, errorOf(refused).message]).toEqual([
    400,
    expect.stringContaining(message),
  ]);
  expect((await askedOf(id)).prompts).toHaveLength(12);
});

test('every fault of a new brand is named at once, and nothing is stored', async () => {
  const refused = await make({
    ...{ name: 'Acme', category: '', language: 'German!', competitors: ['Globex', '?'] },
    prompts: ['', 'fine', { text: 'x', country: 'Germany' }],
  });
  expect(refused.status).toBe(400);
  expect(errorOf(refused).details.faults).toMatchObject(
    ['category', 'language', 'competitors[1]', 'prompts[0].text', 'prompts[2].country'].map(
      (field) => ({ field, message: expect.stringContaining(field) }),
    ),
  );
  expect((await send('GET', '/api/v1/brands')).json<{ brands: object[] }>().brands).toEqual([]);
});

test('while the account has bound a pack to itself it is what a brand is asked', async () => {
  const id = await brandOf({ name: 'Acme', category: 'CRM software' });
  const make = `mutation { createPromptPack(input: { name: "All", prompts: [{ text: "Which?" }] }) { promptPack { id isBound prompts { text } } } }`;
  const { data } = await ask(app, make, { key: account.key });
  const { promptPack } = (data as { createPromptPack: { promptPack: { id: string } } })
    .createPromptPack;
  expect(promptPack).toMatchObject({ isBound: false, prompts: [{ text: 'Which?' }] });
  const bind = (isBound: boolean) =>
    ask(
      app,
      'mutation ($input: UpdatePromptPackInput!) { updatePromptPack(input: $input) { promptPack { isBound } } }',
      { key: account.key, variables: { input: { id: promptPack.id, isBound } } },
    );
  expect((await bind(true)).errors).toEqual([]);
  const bound = await askedOf(id);
  expect(bound).toMatchObject({ promptPackId: promptPack.id, bound: true });
  expect(bound.prompts.map(({ prompt }) => prompt)).toEqual(['Which?']);
  const refused = await send('POST', pathOf(id), { body: { prompts: ['x'] } });
  expect([refused.status, errorOf(refused).code]).toEqual([409, 'CONFLICT']);
  await bind(false);
  expect((await askedOf(id)).prompts).toHaveLength(12);
});
