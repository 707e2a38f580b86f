import type { Client } from 'graphql-ws';
import type { Tenant } from '../../src/deps.js';
import { newId } from '../../src/domain/accounts/id.js';
import { Incident } from '../../src/entities/incident.js';
import { createApiKey } from '../../src/services/accounts/api-key.js';
import { loadPrompts } from '../../src/services/prompts/prompt.js';
import { findPackOf } from '../../src/services/prompts/prompt-pack.js';
import { createRewriteBatch } from '../../src/services/rewrites/fill-batch.js';
import { rewriteCopy } from '../../src/services/rewrites/rewrite-copy.js';
import { createSchedule } from '../../src/services/schedules/change-schedule.js';
import { sendTestEvent } from '../../src/services/webhooks/replay-delivery.js';
import { createWikiPage } from '../../src/services/wiki/wiki.js';
import { startApp, type TestAccount, type TestApp } from '../helpers/app.js';
import { bearer, connect } from '../helpers/client/client.js';
import { query } from '../helpers/records/check.js';
import { addOwner, makeBrand, perform, start, USER } from '../helpers/records/probe.js';
import { suggest } from '../helpers/records/suggestion.js';
import { makeEndpoint } from '../webhooks/fixture.js';
import type { Noun } from './rules.js';

export type Records = Record<Noun, string>;
export type Environment = Tenant['environment'];

/** One record of each noun. All that people could have written of them holds `word`. */
async function makeRecords(app: TestApp, tenant: Tenant, word: string): Promise<Records> {
  const { deps } = app;
  const by = { ...tenant, userId: USER };
  const brand = await makeBrand(app, tenant, { name: word, category: `${word} software` });
  const run = await start(app, tenant, brand, { platforms: ['chatgpt'] });
  await perform(app, tenant, run);
  await query(app, tenant, { brand: word, platforms: ['chatgpt'] });
  const pack = await findPackOf(deps, tenant, brand.id, null);
  const [prompt] = await loadPrompts(deps, tenant, [pack.id]);
  const { environment } = tenant;
  await addOwner(app, tenant);
  const { apiKey } = await createApiKey(
    deps,
    { accountId: tenant.accountId, userId: USER },
    { name: word, scopes: ['read'], environment, format: 'sk', expiresAt: null },
    null,
  );
  const text = `${word} sells boots.`;
  const page = await createWikiPage(deps, by, { brandId: brand.id, title: word, body: text }, null);
  const copy = { text, brand: word, audience: null };
  const rewrite = await rewriteCopy(deps, by, copy, { idempotencyKey: null });
  const incident = newId();
  await deps.db.transaction(tenant, (tx) =>
    tx.em.insert(Incident, {
      ...tenant,
      id: incident,
      brandId: brand.id,
      type: 'impersonation',
      severity: 'low',
      status: 'open',
      title: word,
      evidenceCount: 0,
      sandbox: true,
      details: {},
      openedAt: deps.now(),
      resolvedAt: null,
    }),
  );
  const endpoint = await makeEndpoint(app, tenant, `https://192.0.1.1/${word}`);
  const delivery = await sendTestEvent(deps, tenant, { id: endpoint.id, event: null }, null);
  const batch = await createRewriteBatch(deps, by, { brandId: brand.id }, null);
  const suggestion = await suggest(deps, tenant, { brandId: brand.id, content: text });
  const schedule = await createSchedule(deps, by, { brandId: brand.id, cron: '0 6 * * *' }, null);
  return {
    'API key': apiKey.id,
    brand: brand.id,
    incident,
    prompt: prompt?.id ?? '',
    'prompt pack': pack.id,
    rewrite: rewrite.id,
    'rewrite batch': batch.id,
    run: run.id,
    schedule: schedule.id,
    suggestion: suggestion.id,
    'webhook delivery': delivery.id,
    'webhook endpoint': endpoint.id,
    'wiki page': page.id,
  };
}

/** Somebody of the account whose data is asked for, in one of its two environments. */
export interface Caller {
  name: string;
  environment: Environment;
  isPerson: boolean;
  headers: Record<string, string>;
  socket: Client;
}

type Both<T> = Record<Environment, T>;

export interface World {
  app: TestApp;
  own: TestAccount;
  theirs: TestAccount;
  callers: Caller[];
  records: { own: Both<Records>; theirs: Both<Records> };
  words: { own: Both<string>; theirs: Both<string> };
  dispose(): Promise<void>;
}

const other = { live: 'test', test: 'live' } as const;
export const otherOf = (environment: Environment): Environment => other[environment];

/** Two accounts with the same records, each in both environments. */
export async function createWorld(options: { now?: () => Date } = {}): Promise<World> {
  const app = await startApp({ ROLE: 'web' }, options);
  const [own, theirs] = [
    await app.createAccount({ tier: 'scale' }),
    await app.createAccount({ tier: 'scale' }),
  ];
  const words = {
    own: { live: 'Ownlive', test: 'Owntest' },
    theirs: { live: 'Foreignlive', test: 'Foreigntest' },
  };
  const of = async (who: 'own' | 'theirs', environment: Environment) => {
    const { accountId } = who === 'own' ? own : theirs;
    return makeRecords(app, { accountId, environment }, words[who][environment]);
  };
  const records = {
    own: { live: await of('own', 'live'), test: await of('own', 'test') },
    theirs: { live: await of('theirs', 'live'), test: await of('theirs', 'test') },
  };
  const { cookie } = own;
  const who: Omit<Caller, 'socket' | 'isPerson'>[] = [
    { name: 'a test key', environment: 'test', headers: bearer(own.key) },
    {
      name: 'a live key',
      environment: 'live',
      headers: bearer(await own.makeKey({ environment: 'live' })),
    },
    { name: 'a session', environment: 'live', headers: { cookie } },
    {
      name: 'a session on test data',
      environment: 'test',
      headers: { cookie, 'x-environment': 'test' },
    },
  ];
  const callers = who.map((caller) => ({
    ...caller,
    isPerson: 'cookie' in caller.headers,
    socket: connect(app.url, caller.headers),
  }));
  return {
    app,
    own,
    theirs,
    callers,
    records,
    words,
    async dispose() {
      for (const { socket } of callers) await socket.dispose();
      await app.dispose();
    },
  };
}
