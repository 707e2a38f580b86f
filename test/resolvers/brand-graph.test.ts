import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createWikiPage } from '../../src/services/wiki/wiki.js';
import { startApp, type TestAccount, type TestApp } from '../helpers/app.js';
import { ask } from '../helpers/client/graphql.js';
import { joinTeam } from '../helpers/client/team.js';
import { makeBrand, perform, start, type Tenant } from '../helpers/records/probe.js';
import { suggest } from '../helpers/records/suggestion.js';

let app: TestApp;
let account: TestAccount;
let tenant: Tenant;
const send = async (query: string, key = account.key) => {
  const { data, errors } = await ask(app, query, { key });
  return { data: data as Record<string, never>, codes: errors.map((one) => one.extensions.code) };
};

beforeAll(async () => {
  app = await startApp({ ROLE: 'web' });
  account = await app.createAccount();
  tenant = { accountId: account.accountId, environment: 'test' };
});
afterAll(() => app.dispose());

test('from a brand to what is known of it, the latest first, and back', async () => {
  const brand = await makeBrand(app, tenant);
  const other = await makeBrand(app, tenant, { name: 'Globex' });
  const runs = [];
  for (const platform of ['grok', 'claude', 'gemini'])
    runs.push(await start(app, tenant, brand, { platforms: [platform] }));
  const owner = { ...tenant, userId: account.userId };
  const page = { brandId: brand.id, title: 'Facts', body: 'Acme sells boots.' };
  await createWikiPage(app.deps, owner, page, null);
  await suggest(app.deps, tenant, { brandId: brand.id, content: 'Acme sells boots.' });
  const { data } = await send(
    `{ brands { nodes { id probeRuns(first: 2) { id } wikiPages { title brand { id } } suggestions { content brand { id } } authority { brandId } picker(limit: 1) { brandId total items { reason } } } } }`,
  );
  const nodes = (data as { brands?: { nodes: { id: string }[] } }).brands?.nodes ?? [];
  expect(nodes.find(({ id }) => id === brand.id)).toEqual({
    id: brand.id,
    probeRuns: [{ id: runs[2]?.id }, { id: runs[1]?.id }],
    wikiPages: [{ title: 'Facts', brand: { id: brand.id } }],
    suggestions: [{ content: 'Acme sells boots.', brand: { id: brand.id } }],
    authority: { brandId: brand.id },
    picker: { brandId: brand.id, total: 1, items: [{ reason: 'never_sampled' }] },
  });
  expect(nodes.find(({ id }) => id === other.id)).toMatchObject({ probeRuns: [], wikiPages: [] });
  expect((await send('{ brands { nodes { probeRuns(first: 101) { id } } } }')).codes).toContain(
    'BAD_INPUT',
  );
});

test('an answer has an id of its own, and the words of its prompt', async () => {
  const brand = await makeBrand(app, tenant);
  const run = await perform(
    app,
    tenant,
    await start(app, tenant, brand, { platforms: ['grok'], samplesPerPrompt: 2 }),
  );
  const { data } = await send(
    `{ probeRun(id: "${run.id}") { prompts { text } answers(first: 100) { nodes { id promptId prompt { promptId text } } } } }`,
  );
  const { prompts, answers } = (
    data as {
      probeRun?: {
        prompts: { text: string }[];
        answers: {
          nodes: { id: string; promptId: string; prompt: { promptId: string; text: string } }[];
        };
      };
    }
  ).probeRun!;
  expect(new Set(answers.nodes.map(({ id }) => id)).size).toBe(24);
  for (const { promptId, prompt } of answers.nodes) expect(prompt.promptId).toBe(promptId);
  expect(new Set(answers.nodes.map(({ prompt }) => prompt.text))).toEqual(
    new Set(prompts.map(({ text }) => text)),
  );
});

test('the team is shown to its people, and who is invited to those who may invite', async () => {
  const viewer = await app.createAccount();
  await joinTeam(app, account.accountId, viewer.userId, 'viewer');
  const query = '{ me { account { members { role user { email } } invitations { email } } } }';
  const asOwner = await ask(app, query, { headers: { cookie: account.cookie } });
  expect(asOwner.data).toEqual({
    me: {
      account: {
        members: [
          { role: 'OWNER', user: { email: account.email } },
          { role: 'VIEWER', user: { email: viewer.email } },
        ],
        invitations: [],
      },
    },
  });
  const reader = await account.makeKey({ scopes: ['read'] });
  const { data, codes } = await send(query, reader);
  expect(data).toEqual({ me: { account: { members: null, invitations: null } } });
  expect(codes).toEqual(['FORBIDDEN', 'FORBIDDEN']);
});

test('what says how the windows stand draws on none of them', async () => {
  const other = await app.createAccount();
  const left = async (query: string) =>
    (await ask(app, query, { key: other.key })).headers.get('x-ratelimit-remaining');
  expect(await left('{ usage { windows { name used limit } } }')).toBeNull();
  expect(await left('{ promptPacks { id } }')).not.toBeNull();
});
