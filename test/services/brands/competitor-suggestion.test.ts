import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Deps } from '../../../src/deps.js';
import { type Engine, EngineError } from '../../../src/engines/engine.js';
import { createSandboxEngine } from '../../../src/engines/sandbox/sandbox.js';
import { type BrandRow } from '../../../src/services/brands/brand.js';
import { updateBrand } from '../../../src/services/brands/change-brand.js';
import {
  dismissCompetitorSuggestion,
  loadCompetitorSuggestions,
} from '../../../src/services/brands/competitor-suggestion.js';
import { forgetOld } from '../../../src/services/operations/retention.js';
import { performRun } from '../../../src/services/runs/perform-run.js';
import { retryProbeRun, startProbe } from '../../../src/services/runs/probe-run.js';
import { startApp, type TestAccount, type TestApp } from '../../helpers/app.js';
import { ask } from '../../helpers/client/graphql.js';
import { createTenant, makeBrand, ownerOf, type Tenant } from '../../helpers/records/probe.js';
import { sql } from '../../helpers/run/sql.js';
import { countStatements } from '../../helpers/run/statements.js';

const BOTH = '1. Acme – fast\n2. **HubSpot** – known\n3. Zoho – cheap';
let app: TestApp;
let account: TestAccount;
let tenant: Tenant;
let brand: BrandRow;
let now: Date;
/** What the engine says to question number `at`; an error is its failure. */
let say: (at: number) => string | EngineError;

function withEngine(sandbox = false): Deps {
  let asked = 0;
  const engine: Engine = {
    ...createSandboxEngine('chatgpt'),
    sandbox,
    async ask() {
      const text = say(asked++);
      if (text instanceof EngineError) throw text;
      const nothing = {
        citations: [],
        searchQueries: [],
        webSearch: null,
        costUsd: null,
        truncated: false,
      };
      return { ...nothing, text, model: 'm', tokensUsed: 1 };
    },
  };
  const set = { configured: ['chatgpt'], get: () => engine, sandbox };
  const engines = { ...app.deps.engines, forEnvironment: () => set };
  return { ...app.deps, engines, config: { ...app.deps.config, platformConcurrency: 1 } };
}

const start = (deps: Deps) =>
  startProbe(
    deps,
    ownerOf(tenant),
    { brandId: brand.id, platforms: ['chatgpt'], promptPackId: null, samplesPerPrompt: 1 },
    null,
  );
const never = new AbortController().signal;
const work = (deps: Deps, run: { id: string }, stop = never) =>
  performRun(deps, tenant, run.id, { stop, abort: never });
/** Asks the brand's twelve prompts. */
async function measure(deps = withEngine()) {
  const run = await start(deps);
  await work(deps, run);
  return run;
}
const suggested = async (deps = withEngine(), owner: Tenant = tenant) =>
  (await loadCompetitorSuggestions(deps, owner, [brand.id], 10)).map(
    ({ name, answers }) => `${name} ${answers}`,
  );

beforeAll(async () => {
  now = new Date();
  app = await startApp({ ROLE: 'web' }, { now: () => now });
  account = await app.createAccount();
});
afterAll(() => app.dispose());
beforeEach(async () => {
  tenant = await createTenant(app, { environment: 'live' });
  brand = await makeBrand(app, tenant);
  say = () => BOTH;
});

test('names beside the brand are counted by answers, run by run, and offered from three on', async () => {
  const names = ['HubSpot', 'HUBSPOT', 'Zoho', 'Close'];
  say = (at) => `- Acme\n- ${names[Math.min(at, 3)]}${at < 2 ? '\n- Zoho' : ''}\n- hubspot.com`;
  await measure();
  expect(await suggested()).toEqual(['hubspot.com 12', 'Close 9', 'Zoho 3']);
  const firstSeenAt = now;
  now = new Date(now.getTime() + 1_000);
  say = () => BOTH;
  await measure();
  expect(await suggested()).toEqual(['Zoho 15', 'HubSpot 14', 'hubspot.com 12', 'Close 9']);
  const [zoho, , former] = await loadCompetitorSuggestions(withEngine(), tenant, [brand.id], 3);
  expect(zoho).toMatchObject({ firstSeenAt, lastSeenAt: now, sandbox: false });
  expect(former).toMatchObject({ firstSeenAt, lastSeenAt: firstSeenAt });
});

test('what is tracked by now is no suggestion', async () => {
  await measure();
  expect(await suggested()).toEqual(['HubSpot 12', 'Zoho 12']);
  const competitors = [{ name: 'Hubspot Inc.', aliases: [{ text: 'hubspot' }] }];
  await updateBrand(app.deps, tenant, brand.id, { competitors });
  expect(await suggested()).toEqual(['Zoho 12']);
  await updateBrand(app.deps, tenant, brand.id, { name: 'Zoho', competitors: [] });
  expect(await suggested()).toEqual(['HubSpot 12']);
});

test('what is dismissed stays away, whatever is found later, and only for its brand', async () => {
  await measure();
  await dismissCompetitorSuggestion(withEngine(), tenant, brand.id, ' ＨＵＢspot ');
  await dismissCompetitorSuggestion(withEngine(), tenant, brand.id, 'Never Seen');
  await measure();
  expect(await suggested()).toEqual(['Zoho 24']);
  brand = await makeBrand(app, tenant);
  await measure();
  expect(await suggested()).toEqual(['HubSpot 12', 'Zoho 12']);
});

test('a run that was stopped and goes on elsewhere counts each answer once', async () => {
  const deps = withEngine();
  const stop = new AbortController();
  say = (at) => {
    if (at === 4) stop.abort();
    return BOTH;
  };
  const run = await start(deps);
  await expect(work(deps, run, stop.signal)).rejects.toThrow('stopping');
  expect(await suggested()).toEqual([]);
  await work(deps, run);
  expect(await suggested()).toEqual(['HubSpot 12', 'Zoho 12']);
});

test('a run that is retried counts what is new', async () => {
  say = (at) => (at < 5 ? new EngineError('UNAVAILABLE', 'down') : BOTH);
  const run = await measure();
  expect(await suggested()).toEqual(['HubSpot 7', 'Zoho 7']);
  say = () => BOTH;
  await retryProbeRun(app.deps, tenant, run.id);
  await work(withEngine(), run);
  expect(await suggested()).toEqual(['HubSpot 12', 'Zoho 12']);
});

test('what a completion suggests takes no statement of its own', async () => {
  const count = async (text: string) => {
    say = () => text;
    const deps = withEngine();
    const run = await start(deps);
    return (await countStatements(() => work(deps, run))).length;
  };
  await count('Acme is fast.');
  const without = await count('Acme is fast.');
  expect(await count(BOTH)).toBe(without);
});

test('sandbox and real answers are never counted together', async () => {
  await measure(withEngine(true));
  expect(await suggested(withEngine(true))).toEqual(['HubSpot 12', 'Zoho 12']);
  expect(await suggested()).toEqual([]);
});

test('names that nobody sets beside the brand any more are forgotten, dismissed ones are not', async () => {
  await measure();
  await dismissCompetitorSuggestion(withEngine(), tenant, brand.id, 'Zoho');
  const later = new Date(now.getTime() + 91 * 86_400_000);
  await forgetOld({ ...app.deps, now: () => later });
  const left = await sql(
    app.databaseUrl,
    'select name from competitor_suggestion where account_id = $1',
    [tenant.accountId],
  );
  expect(left).toEqual([{ name: 'Zoho' }]);
});

test('over GraphQL they are offered and dismissed', async () => {
  tenant = { accountId: account.accountId, environment: 'test' };
  brand = await makeBrand(app, tenant);
  await measure(withEngine(true));
  const options = { key: account.key, variables: { id: brand.id, name: 'hubspot' } };
  const shown = await ask(
    app,
    'query($id: ID!) { brand(id: $id) { competitorSuggestions(first: 1) { name answers sandbox firstSeenAt lastSeenAt } } }',
    options,
  );
  const at = now.toISOString();
  expect(shown.data).toEqual({
    brand: {
      competitorSuggestions: [
        { name: 'HubSpot', answers: 12, sandbox: true, firstSeenAt: at, lastSeenAt: at },
      ],
    },
  });
  const dismissed = await ask(
    app,
    'mutation($id: ID!, $name: String!) { dismissCompetitorSuggestion(input: { brandId: $id, name: $name }) { brand { competitorSuggestions { name } } } }',
    options,
  );
  expect(dismissed.data).toEqual({
    dismissCompetitorSuggestion: { brand: { competitorSuggestions: [{ name: 'Zoho' }] } },
  });
  for (const [first, name] of [
    [0, 'x'],
    [101, 'x'],
    [1, ' '],
  ] as const) {
    const query =
      name === ' '
        ? 'mutation($id: ID!, $name: String!) { dismissCompetitorSuggestion(input: { brandId: $id, name: $name }) { brand { id } } }'
        : `query($id: ID!) { brand(id: $id) { competitorSuggestions(first: ${first}) { name } } }`;
    const { codes } = await ask(app, query, { ...options, variables: { id: brand.id, name } });
    expect(codes).toEqual(['BAD_INPUT']);
  }
});
