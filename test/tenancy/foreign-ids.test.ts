import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Client } from 'graphql-ws';
import { createSchema } from '../../src/build-schema.js';
import type { Scope } from '../../src/deps.js';
import { newId } from '../../src/domain/id.js';
import { Incident } from '../../src/entities/incident.js';
import { createApiKey } from '../../src/services/api-key.js';
import { createSchedule } from '../../src/services/change-schedule.js';
import { createRewriteBatch } from '../../src/services/fill-batch.js';
import { loadPrompts } from '../../src/services/prompt.js';
import { findPromptPack } from '../../src/services/prompt-pack.js';
import { sendTestEvent } from '../../src/services/replay-delivery.js';
import { rewriteCopy } from '../../src/services/rewrite-copy.js';
import { createWikiPage } from '../../src/services/wiki.js';
import { startApp, type TestAccount, type TestApp } from '../helpers/app.js';
import { bearer, connect, firstOf, post } from '../helpers/client.js';
import { makeBrand, start, USER } from '../helpers/probe.js';
import { sql } from '../helpers/sql.js';
import { suggest } from '../helpers/suggestion.js';
import { makeEndpoint } from '../webhooks/ground.js';
import { listIdArguments, listRootFields, toCall } from './calls.js';
import { FILTERS, NAMED, type Noun } from './named-ids.js';

type Records = Record<Noun, string>;
let app: TestApp;
let caller: TestAccount;
let socket: Client;
let own: Records;
let theirs: Records;
let sibling: Records;

async function makeRecords(scope: Scope): Promise<Records> {
  const brand = await makeBrand(app, scope);
  const run = await start(app, scope, brand, { platforms: ['chatgpt'] });
  const pack = await findPromptPack(app.deps, scope, null);
  const [prompt] = await loadPrompts(app.deps, scope, [pack.id]);
  const key = {
    name: 'k',
    scopes: ['read' as const],
    environment: scope.environment,
    format: 'sk' as const,
    expiresAt: null,
  };
  const { apiKey } = await createApiKey(
    app.deps,
    { accountId: scope.accountId, userId: USER },
    key,
    null,
  );
  const page = await createWikiPage(
    app.deps,
    { ...scope, userId: USER },
    { brandId: brand.id, title: 't', body: 'b' },
    null,
  );
  const rewrite = await rewriteCopy(
    app.deps,
    { ...scope, userId: USER },
    { text: 'Acme sells boots.', brand: 'Acme', audience: null },
    { idempotencyKey: null },
  );
  const incident = newId();
  await app.deps.db.write(scope, (em) =>
    em.insert(Incident, {
      ...scope,
      id: incident,
      brandId: brand.id,
      type: 'impersonation',
      severity: 'low',
      status: 'open',
      title: 't',
      evidenceCount: 0,
      sandbox: true,
      details: {},
      openedAt: app.deps.now(),
      resolvedAt: null,
    }),
  );
  const endpoint = await makeEndpoint(app, scope, 'https://192.0.1.1/hook');
  const test = { id: endpoint.id, event: null };
  const delivery = await sendTestEvent(app.deps, scope, test, null);
  const batch = await createRewriteBatch(
    app.deps,
    { ...scope, userId: USER },
    { brandId: brand.id },
    null,
  );
  const suggestion = await suggest(app.deps, scope, { brandId: brand.id });
  const schedule = await createSchedule(
    app.deps,
    { ...scope, userId: USER },
    { brandId: brand.id, cron: '0 6 * * *' },
    null,
  );
  return {
    schedule: schedule.id,
    'rewrite batch': batch.id,
    rewrite: rewrite.id,
    suggestion: suggestion.id,
    brand: brand.id,
    incident,
    'wiki page': page.id,
    run: run.id,
    prompt: prompt?.id ?? '',
    'prompt pack': pack.id,
    'API key': apiKey.id,
    'webhook endpoint': endpoint.id,
    'webhook delivery': delivery.id,
  };
}

beforeAll(async () => {
  app = await startApp({ ROLE: 'web' });
  caller = await app.createAccount();
  socket = connect(app.url, bearer(caller.key));
  const { accountId } = await app.createAccount();
  own = await makeRecords({ accountId: caller.accountId, environment: 'test' });
  sibling = await makeRecords({ accountId: caller.accountId, environment: 'live' });
  theirs = await makeRecords({ accountId, environment: 'test' });
});
afterAll(async () => {
  await socket.dispose();
  await app.dispose();
});

const schema = createSchema();
const roots = new Map(listRootFields(schema).map((root) => [root.key, root]));

test('the table names every id argument of the schema, and no other', () => {
  expect(listIdArguments(schema).sort()).toEqual([...Object.keys(NAMED), ...FILTERS].sort());
});

/** The whole answer, but for what differs in every answer. */
async function call(path: string, id: string) {
  const root = roots.get(path.split('.')[0] ?? '');
  if (root === undefined) throw new Error(`no root field for ${path}`);
  const required = (at: string) =>
    at === path ? id : at in NAMED && isRequired(at) ? own[NAMED[at] as Noun] : undefined;
  const { query, variables } = toCall(root, required);
  const headers = bearer(caller.key);
  if (root.kind !== 'subscription') {
    const answer = await post(app.url, headers, query, variables);
    for (const { extensions } of answer.errors ?? []) delete extensions.requestId;
    return answer;
  }
  const answer = await firstOf(socket, query, variables);
  for (const { extensions } of answer.errors ?? []) delete extensions.requestId;
  return { status: 200, ...answer };
}
/** Beside the id under test only what must be there is given. */
const isRequired = (path: string) =>
  /^(?:(?:startProbe|probeEstimate|schedulePreview|createSchedule)\.input\.brandId|updateSchedule\.input\.id|applySuggestion\.input\.suggestionId)$/.test(
    path,
  );

const snapshot = () =>
  Promise.all(
    [
      'brand',
      'prompt',
      'prompt_pack',
      'probe_run',
      'api_key',
      'rewrite',
      'rewrite_batch',
      'suggestion',
      'schedule',
      'incident',
      'webhook_endpoint',
      'webhook_delivery',
    ].map((table) =>
      sql(
        app.databaseUrl,
        `select * from ${table} where account_id <> $1 or environment = 'live' order by id`,
        [caller.accountId],
      ),
    ),
  );

test.each(Object.entries(NAMED))(
  '%s: another’s record is not there, just as one that never was',
  async (path, noun) => {
    const before = await snapshot();
    const ids = [
      newId(),
      theirs[noun],
      sibling[noun],
      'no-id',
      '00000000-0000-0000-0000-000000000000',
      `${theirs[noun]}'`,
      '',
    ];
    const answers = await Promise.all(ids.map((id) => call(path, id)));
    expect(answers[0]).toMatchObject({
      status: 200,
      errors: [{ message: `${noun} not found`, extensions: { code: 'NOT_FOUND' } }],
    });
    expect(answers[0]?.errors).toHaveLength(1);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await snapshot()).toEqual(before);
  },
);

test('one’s own record is found by each of them', async () => {
  // Those that take something away come last, and of them the one that takes all away with it.
  const removal = (path: string) =>
    path.startsWith('deleteBrand') ? 2 : Number(/^(delete|revoke)/.test(path));
  const paths = Object.keys(NAMED).sort((a, b) => removal(a) - removal(b));
  const missed: string[] = [];
  for (const path of paths.filter(
    (name) => roots.get(name.split('.')[0] ?? '')?.kind !== 'subscription',
  )) {
    const { errors } = await call(path, own[NAMED[path] as Noun]);
    if (errors?.some(({ extensions }) => extensions.code === 'NOT_FOUND')) missed.push(path);
  }
  expect(missed).toEqual([]);
});

test('a filter by what is foreign, unknown or no id finds nothing', async () => {
  const again = await makeRecords({ accountId: caller.accountId, environment: 'test' });
  const query =
    'query($id: ID!, $promptId: ID) { probeRun(id: $id) { answers(promptId: $promptId) { totalCount nodes { text } } } }';
  for (const promptId of [newId(), theirs.prompt, sibling.prompt, 'no-id', '']) {
    const { data, errors } = await post(app.url, bearer(caller.key), query, {
      id: again.run,
      promptId,
    });
    expect(errors).toBeUndefined();
    expect(data).toEqual({ probeRun: { answers: { totalCount: 0, nodes: [] } } });
  }
});
