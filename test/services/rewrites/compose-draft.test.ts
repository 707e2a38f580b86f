import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { countRewrites } from '../../../src/services/rewrites/rewrite.js';
import { startApp, type TestApp } from '../../helpers/app.js';
import { composition, fails, hangs, withComposers } from '../../helpers/records/composer.js';
import { createTenant, type Tenant } from '../../helpers/records/probe.js';
import { COPY_INPUT, rewrite, statusesOf, WRITTEN } from '../../helpers/records/rewrite.js';
import { sql } from '../../helpers/run/sql.js';

let app: TestApp;
let tenant: Tenant;
beforeAll(async () => {
  app = await startApp({ ROLE: 'web' });
});
beforeEach(async () => {
  tenant = await createTenant(app, { environment: 'live' });
});
afterAll(() => app.dispose());

const ledger = () =>
  sql(
    app.databaseUrl,
    `select purpose, platform, model, status, error_code as error, tokens_used as tokens, cost_usd as cost
     from engine_call where account_id = $1 order by id`,
    [tenant.accountId],
  );
const usedCalls = async () =>
  (
    await sql<{ calls: number }>(
      app.databaseUrl,
      'select coalesce(sum(calls), 0)::int as calls from engine_usage where account_id = $1',
      [tenant.accountId],
    )
  )[0]?.calls;
describe('without an engine', () => {
  test('the sandbox writes, at no cost, marked as such, and nothing is in the ledger', async () => {
    const made = await rewrite(app.deps, tenant);
    expect(made).toMatchObject({
      ...{ source: 'sandbox', sandbox: true, model: 'sandbox', tokensUsed: 0, costUsd: 0 },
      ...COPY_INPUT,
      answer: 'For agencies: Acme is a CRM for small agencies.',
      evidence: ['“It saves us hours,” said Tom Becker.', 'It was founded in 2016.'],
    });
    expect(made.factClaims.length).toBeGreaterThan(0);
    expect(JSON.parse(made.jsonld)['@graph'][0].datePublished).toBe(made.createdAt.toISOString());
    expect([await ledger(), await usedCalls()]).toEqual([[], 0]);
  });

  test('live data with engines of which none can write is written by nobody', async () => {
    const cannot = withComposers(app.deps, { perplexity: null });
    const none = withComposers(app.deps, {});
    for (const deps of [cannot, none])
      await expect(rewrite(deps, tenant)).rejects.toMatchObject({
        code: 'DEGRADED',
        retryAfterSec: 60,
      });
    expect(await statusesOf(app, tenant)).toEqual([]);
  });

  test('a test key gets no real one', async () => {
    const own: Tenant = { ...tenant, environment: 'test' };
    const can = withComposers(app.deps, { chatgpt: () => composition(WRITTEN) });
    expect((await rewrite(can, own)).source).toBe('sandbox');
  });
});

describe('with engines', () => {
  test('the first that can writes it; its call is in the ledger, the others’ places are given back', async () => {
    const deps = withComposers(app.deps, {
      perplexity: null,
      chatgpt: () => composition(WRITTEN),
      claude: fails('UNAVAILABLE'),
    });
    const made = await rewrite(deps, tenant);
    expect(made).toMatchObject({
      ...{ source: 'chatgpt', sandbox: false, model: 'model-1', tokensUsed: 120, costUsd: 0.0021 },
      headline: WRITTEN.headline,
      answer: WRITTEN.section_1_answer,
      evidence: WRITTEN.section_2_evidence,
      context: WRITTEN.section_3_context,
      faq: [{ question: 'What is Acme?', answer: 'A CRM for small agencies.' }],
    });
    expect(made.factClaims).toContainEqual(
      expect.objectContaining({ claim: 'It was founded in 2016.', verifiable: true }),
    );
    const call = { purpose: 'rewrite', platform: 'chatgpt', model: 'model-1', status: 'answered' };
    expect(await ledger()).toEqual([{ ...call, error: null, tokens: 120, cost: 0.0021 }]);
    expect(await usedCalls()).toBe(1);
  });

  test('a cost that nobody knows is none', async () => {
    const work = () => composition(WRITTEN, { costUsd: null });
    expect((await rewrite(withComposers(app.deps, { chatgpt: work }), tenant)).costUsd).toBeNull();
  });

  const WRONG: [name: string, value: unknown][] = [
    ['nothing', null],
    ['prose', 'Acme is a CRM.'],
    ['a list', [WRITTEN]],
    ['a part missing', { ...WRITTEN, section_4_faq: undefined }],
    ['a part of another type', { ...WRITTEN, section_2_evidence: 'It was founded in 2016.' }],
    ['more than was asked for', { ...WRITTEN, jsonld: '{}' }],
    ['an empty answer', { ...WRITTEN, section_1_answer: ' <br> ' }],
    ['an empty headline', { ...WRITTEN, headline: '\u0000' }],
  ];
  test.each(WRONG)('%s is no rewrite: the next one is asked', async (_, value) => {
    const deps = withComposers(app.deps, {
      chatgpt: () => composition(value),
      claude: () => composition(WRITTEN, { model: 'model-2' }),
    });
    expect((await rewrite(deps, tenant)).source).toBe('claude');
    expect(await ledger()).toMatchObject([
      { platform: 'chatgpt', status: 'failed', error: 'MALFORMED', tokens: 120, cost: 0.0021 },
      { platform: 'claude', status: 'answered', error: null, model: 'model-2' },
    ]);
    expect(await usedCalls()).toBe(2);
  });

  test('one that does not answer is left, even if it does not listen', async () => {
    const deps = withComposers(app.deps, { chatgpt: hangs, claude: () => composition(WRITTEN) });
    expect((await rewrite(deps, tenant)).source).toBe('claude');
    expect(await ledger()).toMatchObject([{ error: 'TIMEOUT' }, { error: null }]);
  });

  test('when all fail it is ENGINE_UNAVAILABLE, and what was spent is kept', async () => {
    const deps = withComposers(app.deps, {
      chatgpt: fails('RATE_LIMITED'),
      gemini: () => {
        throw new TypeError('a fault of ours');
      },
      claude: hangs,
      grok: hangs,
      deepseek: hangs,
    });
    await expect(rewrite(deps, tenant)).rejects.toMatchObject({
      code: 'ENGINE_UNAVAILABLE',
      details: {
        failures: [
          { platform: 'chatgpt', code: 'RATE_LIMITED' },
          { platform: 'gemini', code: 'UNAVAILABLE' },
          { platform: 'claude', code: 'TIMEOUT' },
          { platform: 'grok', code: 'TIMEOUT' },
          { platform: 'deepseek', code: 'TIMEOUT' },
        ],
      },
    });
    expect(await ledger()).toHaveLength(5);
    expect(await statusesOf(app, tenant)).toEqual(['failed']);
    expect(await countRewrites(app.deps, tenant)).toBe(0);
  });

  test('no engine is asked when the time of the whole call is up', async () => {
    const deps = withComposers(app.deps, { chatgpt: hangs, claude: () => composition(WRITTEN) });
    const startedMs = performance.now();
    const limits = { attemptMs: 20_000, wholeMs: 3_000 };
    await expect(rewrite(deps, tenant, { limits })).rejects.toMatchObject({
      details: { failures: [{ platform: 'chatgpt', code: 'TIMEOUT' }] },
    });
    expect(performance.now() - startedMs).toBeLessThan(8_000);
    expect(await usedCalls()).toBe(1);
  });

  test('a drain signal ends it', async () => {
    const drainSignal = new AbortController();
    const deps = withComposers(app.deps, {
      chatgpt: () => {
        setTimeout(() => drainSignal.abort(), 10);
        return new Promise<never>(() => {});
      },
      claude: () => composition(WRITTEN),
    });
    const limits = { attemptMs: 20_000, wholeMs: 20_000 };
    await expect(
      rewrite(deps, tenant, { drainSignal: drainSignal.signal, limits }),
    ).rejects.toMatchObject({
      code: 'ENGINE_UNAVAILABLE',
    });
    expect(await ledger()).toMatchObject([{ platform: 'chatgpt', error: 'ABORTED' }]);
  });

  test('an account’s ceiling of the day holds, and nothing is begun beyond it', async () => {
    tenant = await createTenant(app, { environment: 'live', limits: { engineCallsPerDay: 1 } });
    const deps = withComposers(app.deps, { chatgpt: () => composition(WRITTEN) });
    await rewrite(deps, tenant);
    await expect(rewrite(deps, tenant)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(await statusesOf(app, tenant)).toEqual(['completed']);
  });
});
