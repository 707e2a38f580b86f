import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Deps } from '../../../src/deps.js';
import { loadAnswers } from '../../../src/services/answers/answer.js';
import { deleteBrand } from '../../../src/services/brands/brand.js';
import { removeBrand } from '../../../src/services/brands/remove-brand.js';
import { performRun } from '../../../src/services/runs/perform-run.js';
import {
  cancelProbeRun,
  findProbeRun,
  retryProbeRun,
} from '../../../src/services/runs/probe-run.js';
import { startApp, type TestApp } from '../../helpers/app.js';
import { performPaused } from '../../helpers/records/paused-run.js';
import {
  createScript,
  createTenant,
  makeBrand,
  perform,
  start,
  type Tenant,
} from '../../helpers/records/probe.js';
import { sql } from '../../helpers/run/sql.js';

let app: TestApp;
let tenant: Tenant;
let brand: { id: string };
const script = createScript();

beforeAll(async () => {
  app = await startApp({ ROLE: 'web' }, { sandbox: script.sandbox });
  tenant = await createTenant(app);
  brand = await makeBrand(app, tenant);
});
afterAll(() => app.dispose());
beforeEach(() => {
  script.asked.length = 0;
  script.onAsk = () => {};
  for (const platform of Object.keys(script.failing)) delete script.failing[platform];
});

const stored = (run: { id: string }) =>
  sql<{ key: string; sequence: number; status: string }>(
    app.databaseUrl,
    `select concat_ws('/', platform, prompt_id, repeat) as key, sequence, status from answer where run_id = $1 order by sequence`,
    [run.id],
  );
const never = () => new AbortController().signal;
const rowsOf = (run: { id: string }, table: string) =>
  sql(app.databaseUrl, `select * from ${table} where run_id = $1`, [run.id]);

test('every prompt is asked on every platform as often as wanted, and each answer is one step', async () => {
  const run = await perform(app, tenant, await start(app, tenant, brand, { samplesPerPrompt: 2 }));
  expect(run).toMatchObject({ status: 'completed', answered: 144, failed: 0, failures: [] });
  expect(run.startedAt).not.toBeNull();
  expect(run.completedAt).not.toBeNull();
  const answers = await stored(run);
  expect(new Set(answers.map(({ key }) => key)).size).toBe(144);
  // The first step began the run and the last completed it.
  expect(answers.map(({ sequence }) => sequence)).toEqual(
    Array.from({ length: 144 }, (_, i) => i + 2),
  );
  expect(run.sequence).toBe(146);
  expect(script.asked).toHaveLength(144);
});

test('taken up again after a stop, it asks only what is missing', async () => {
  const run = await start(app, tenant, brand);
  const stop = new AbortController();
  script.onAsk = (_, count) => count === 30 && stop.abort();
  await expect(
    performRun(app.deps, tenant, run.id, { stop: stop.signal, abort: never() }),
  ).rejects.toThrow(/stopping/);
  const half = await stored(run);
  expect(half).toHaveLength(script.asked.length);
  expect(half.length).toBeLessThan(72);
  expect(await findProbeRun(app.deps, tenant, run.id)).toMatchObject({
    status: 'running',
    answered: half.length,
  });
  expect(await perform(app, tenant, run)).toMatchObject({ status: 'completed', answered: 72 });
  expect(script.asked).toHaveLength(72);
  expect((await stored(run)).slice(0, half.length)).toEqual(half);
});

test('a run that has ended is left alone, and so is one that never was', async () => {
  const run = await perform(
    app,
    tenant,
    await start(app, tenant, brand, { platforms: ['claude'] }),
  );
  script.asked.length = 0;
  expect(await perform(app, tenant, run)).toEqual(run);
  await performRun(app.deps, tenant, tenant.accountId, { stop: never(), abort: never() });
  expect(script.asked).toEqual([]);
});

test('two workers that think a run theirs store every answer once and complete it once', async () => {
  const run = await start(app, tenant, brand);
  await Promise.all([perform(app, tenant, run), perform(app, tenant, run)]);
  const ended = await findProbeRun(app.deps, tenant, run.id);
  expect(ended).toMatchObject({ status: 'completed', answered: 72, failed: 0 });
  const answers = await stored(run);
  expect(new Set(answers.map(({ key }) => key)).size).toBe(72);
  expect(answers).toHaveLength(72);
  expect(await rowsOf(run, 'answer_text')).toHaveLength(72);
  expect(await rowsOf(run, 'probe_result')).toHaveLength(6);
});

test('platforms that fail are listed with their answers, and the run completes with the others', async () => {
  script.failing.gemini = 'TIMEOUT';
  script.failing.grok = 'REFUSED';
  const run = await perform(app, tenant, await start(app, tenant, brand));
  expect(run).toMatchObject({ status: 'completed', answered: 48, failed: 24 });
  expect(run.failures).toEqual([
    { platform: 'gemini', code: 'TIMEOUT', count: 12 },
    { platform: 'grok', code: 'REFUSED', count: 12 },
  ]);
  expect(run.measures).toMatchObject({ partial: true, visibility: { denominator: 48 } });
  const rows = await loadAnswers(
    app.deps,
    tenant,
    [run],
    { platform: 'gemini', promptId: null, status: 'failed', mentioned: null },
    { first: 1, after: 0 },
  );
  expect(rows[0]).toMatchObject({
    errorCode: 'TIMEOUT',
    errorMessage: expect.stringContaining('gemini'),
    mentioned: false,
    text: '',
  });
});

test('when no platform answers the run has failed', async () => {
  for (const platform of ['chatgpt', 'claude']) script.failing[platform] = 'UNAVAILABLE';
  const run = await perform(
    app,
    tenant,
    await start(app, tenant, brand, { platforms: ['chatgpt', 'claude'] }),
  );
  expect(run).toMatchObject({ status: 'failed', answered: 0, failed: 24 });
  expect(run.failures).toHaveLength(2);
  expect(run.completedAt).not.toBeNull();
  expect(await rowsOf(run, 'probe_result')).toEqual([]);
});

test('a retry asks what failed and nothing else', async () => {
  script.failing.gemini = 'TIMEOUT';
  const first = await perform(
    app,
    tenant,
    await start(app, tenant, brand, { samplesPerPrompt: 2 }),
  );
  const kept = (await stored(first)).filter(({ status }) => status === 'answered');
  delete script.failing.gemini;
  script.asked.length = 0;
  const queued = await retryProbeRun(app.deps, tenant, first.id);
  expect(queued).toMatchObject({
    status: 'queued',
    answered: 120,
    failed: 0,
    failures: [],
    measures: null,
    completedAt: null,
  });
  expect(queued.sequence).toBeGreaterThan(first.sequence);
  expect(await rowsOf(first, 'probe_result')).toEqual([]);
  const run = await perform(app, tenant, queued);
  expect(run).toMatchObject({ status: 'completed', answered: 144, failed: 0, failures: [] });
  expect(script.asked).toEqual(Array(24).fill('gemini'));
  expect((await stored(run)).slice(0, 120)).toEqual(kept);
  expect(await rowsOf(run, 'answer_text')).toHaveLength(144);
  expect(await rowsOf(run, 'probe_result')).toHaveLength(6);
  await expect(retryProbeRun(app.deps, tenant, run.id)).rejects.toMatchObject({ code: 'CONFLICT' });
});

test('of two retries at once one is queued; a run under way cannot be retried', async () => {
  script.failing.gemini = 'TIMEOUT';
  const run = await perform(
    app,
    tenant,
    await start(app, tenant, brand, { platforms: ['gemini', 'grok'] }),
  );
  const outcomes = await Promise.allSettled(
    [1, 2].map(() => retryProbeRun(app.deps, tenant, run.id)),
  );
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await expect(retryProbeRun(app.deps, tenant, run.id)).rejects.toMatchObject({ code: 'CONFLICT' });
});

test('a cancelled run asks no more, at most what is being asked, and keeps its answers', async () => {
  const run = await start(app, tenant, brand, { samplesPerPrompt: 20 });
  let cancelled: Promise<unknown> | undefined;
  let askedThen = Number.POSITIVE_INFINITY;
  script.onAsk = (_, count) => {
    if (count !== 100) return;
    cancelled = cancelProbeRun(app.deps, tenant, run.id).then(() => {
      askedThen = script.asked.length;
    });
  };
  const ended = await perform(app, tenant, run);
  await cancelled;
  expect(ended).toMatchObject({ status: 'cancelled', completedAt: null });
  // Six platforms with four questions each can be on their way.
  expect(script.asked.length).toBeLessThanOrEqual(askedThen + 24);
  const answers = await stored(run);
  expect(answers).toHaveLength(ended.answered);
  expect(answers.length).toBeGreaterThan(0);
  expect(answers.length).toBeLessThan(1_440);
  expect(await perform(app, tenant, run)).toEqual(ended);
  await expect(cancelProbeRun(app.deps, tenant, run.id)).rejects.toMatchObject({
    code: 'CONFLICT',
  });
});

test('late news of an end that is over loses neither the run nor its job', async () => {
  const run = await start(app, tenant, brand);
  const held = performPaused(app, tenant, run, 20);
  await held.reached;
  const heard = new Promise<void>((resolve) => {
    app.deps.events.on('run', ({ runId, ended }) => runId === run.id && ended && resolve());
  });
  const event = { topic: 'run', ...tenant, runId: run.id, brandId: brand.id, ended: true };
  await sql(app.databaseUrl, `select pg_notify('answerscope', $1)`, [JSON.stringify(event)]);
  await heard;
  held.release();
  await expect(held.ended).rejects.toThrow(/next try/);
  expect(await perform(app, tenant, run)).toMatchObject({ status: 'completed', answered: 72 });
});

test('a run that was cancelled before it began asks nothing', async () => {
  const run = await start(app, tenant, brand);
  await cancelProbeRun(app.deps, tenant, run.id);
  expect(await perform(app, tenant, run)).toMatchObject({ status: 'cancelled', startedAt: null });
  expect(script.asked).toEqual([]);
});

test('a run whose brand is deleted meanwhile comes to an end, and leaves nothing', async () => {
  const own = await makeBrand(app, tenant);
  const run = await start(app, tenant, own, { samplesPerPrompt: 20 });
  let removed: Promise<unknown> | undefined;
  script.onAsk = (_, count) => {
    if (count !== 60) return;
    removed = deleteBrand(app.deps, tenant, own.id).then(() =>
      removeBrand(app.deps, tenant, own.id),
    );
  };
  await performRun(app.deps, tenant, run.id, { stop: never(), abort: never() });
  await removed;
  expect(script.asked.length).toBeLessThan(1_440);
  expect(await stored(run)).toEqual([]);
  expect(await sql(app.databaseUrl, 'select 1 from probe_run where id = $1', [run.id])).toEqual([]);
});

test('when answers of one platform cannot be stored nobody goes on asking behind the next try', async () => {
  const run = await start(app, tenant, brand);
  let open = 0;
  let failures = 0;
  const { db } = app.deps;
  const flaky: Deps['db'] = {
    ...db,
    command: async (subject, statement, values = {}) => {
      if (statement.name !== 'store-answer') return db.command(subject, statement, values);
      open += 1;
      try {
        if (values.platform === 'gemini' && failures++ === 0)
          throw Object.assign(new Error('the row is broken'), { code: 'XX001' });
        return await db.command(subject, statement, values);
      } finally {
        open -= 1;
      }
    },
  };
  const failing = performRun({ ...app.deps, db: flaky }, tenant, run.id, {
    stop: never(),
    abort: never(),
  });
  await expect(failing).rejects.toThrow(/row is broken/);
  expect(open).toBe(0);
  const asked = script.asked.length;
  const half = await stored(run);
  // The others have finished what they were asking, four questions each, and begun little more.
  expect(half.length).toBeLessThan(60);
  const ended = await perform(app, tenant, run);
  expect(ended).toMatchObject({ status: 'completed', answered: 72 });
  // What was stored was not asked again, and the first try asked nothing any more.
  expect(script.asked.length - asked).toBe(72 - half.length);
});
