import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Client } from 'graphql-ws';
import { deleteBrand } from '../../src/services/brands/brand.js';
import { removeBrand } from '../../src/services/brands/remove-brand.js';
import { cancelProbeRun, retryProbeRun } from '../../src/services/runs/probe-run.js';
import { startApp, type TestApp } from '../helpers/app.js';
import { bearer, connect } from '../helpers/client/client.js';
import { performPaused } from '../helpers/records/paused-run.js';
import { createScript, makeBrand, perform, start, type Tenant } from '../helpers/records/probe.js';
import { sql } from '../helpers/run/sql.js';
import { countStatements } from '../helpers/run/statements.js';
import { COMPLETED, type Ended, listen, PROGRESS, type Step } from './listen.js';

/** Runs are worked off on one process and followed on another. */
let worker: TestApp;
let web: TestApp;
let tenant: Tenant;
let key: string;
const script = createScript();
const clients: Client[] = [];

beforeAll(async () => {
  worker = await startApp({ ROLE: 'web' }, { sandbox: script.sandbox });
  web = await startApp({ ROLE: 'web' }, { databaseUrl: worker.databaseUrl });
  const account = await worker.createAccount();
  tenant = { accountId: account.accountId, environment: 'test' };
  key = account.key;
});
afterEach(async () => {
  for (const platform of Object.keys(script.failing)) delete script.failing[platform];
  await Promise.all(clients.splice(0).map((client) => client.dispose()));
});
afterAll(async () => {
  await web.dispose();
  await worker.dispose();
});

function open(): Client {
  const client = connect(web.url, bearer(key));
  clients.push(client);
  return client;
}
const follow = (id: string, client = open()) => listen<Step>(client, PROGRESS, id);

/** What holds of whatever anybody hears of a run. */
function checkSteps(said: readonly Step[]): void {
  expect(said[0]?.answer).toBeNull();
  for (const [index, step] of said.entries()) {
    const before = said[index - 1];
    if (before !== undefined) expect(step.sequence).toBeGreaterThan(before.sequence);
    const total = (name: 'answered' | 'failed' | 'expected') =>
      step.platforms.reduce((sum, platform) => sum + platform[name], 0);
    expect(total('answered')).toBe(step.probeRun.answered);
    expect(total('failed')).toBe(step.probeRun.failed);
    expect(total('expected')).toBe(step.probeRun.expectedAnswers);
  }
  const answers = said.flatMap(({ answer }) =>
    answer ? [`${answer.platform}/${answer.promptId}/${answer.repeat}`] : [],
  );
  expect(new Set(answers).size).toBe(answers.length);
}
const countAnswers = (said: readonly Step[]) => said.filter(({ answer }) => answer !== null).length;

test('from another process: the run as it stands, then every step, then the end', async () => {
  script.failing.grok = 'REFUSED';
  const run = await start(worker, tenant, await makeBrand(worker, tenant));
  const { said, ended, until } = follow(run.id);
  await until(1);
  expect(said).toMatchObject([
    { sequence: 0, answer: null, probeRun: { status: 'QUEUED', answered: 0, results: [] } },
  ]);
  await perform(worker, tenant, run);
  await ended;
  checkSteps(said);
  // The beginning is step 1 and the end is step 74; every answer between them is told.
  const answers = said.filter(({ answer }) => answer !== null);
  expect(answers.map(({ sequence }) => sequence)).toEqual(
    Array.from({ length: 72 }, (_, i) => i + 2),
  );
  expect(said.at(-1)?.sequence).toBe(74);
  expect(said.slice(1, -1).every(({ probeRun }) => probeRun.status === 'RUNNING')).toBe(true);
  const last = said.at(-1);
  expect(last).toMatchObject({
    answer: null,
    probeRun: { status: 'COMPLETED', answered: 60, failed: 12 },
  });
  expect(last?.probeRun.results).toHaveLength(5);
  const mentions = await sql(
    worker.databaseUrl,
    `select platform, count(*) filter (where mentioned)::int as mentions from answer
     where run_id = $1 group by platform order by platform`,
    [run.id],
  );
  const told = last?.platforms.map((platform) => ({
    platform: platform.platform,
    mentions: platform.mentions,
  }));
  expect(told?.sort((a, b) => (a.platform < b.platform ? -1 : 1))).toEqual(mentions);
});

test('what hangs on the run is read anew with each step', async () => {
  const run = await start(worker, tenant, await makeBrand(worker, tenant));
  const query = `subscription($id: ID!) { probeRunProgress(runId: $id) { probeRun { brand { lastScan { id } } } } }`;
  const { said, until, ended } = listen<{ probeRun: object }>(open(), query, run.id);
  await until(1);
  expect(said[0]).toEqual({ probeRun: { brand: { lastScan: null } } });
  await perform(worker, tenant, run);
  await ended;
  expect(said.at(-1)).toEqual({ probeRun: { brand: { lastScan: { id: run.id } } } });
});

test('who comes late sees what has been in a snapshot, and each later step', async () => {
  const run = await start(worker, tenant, await makeBrand(worker, tenant));
  const early = follow(run.id);
  await early.until(1);
  const held = performPaused(worker, tenant, run, 40);
  await Promise.all([held.reached, early.until(3)]);
  const late = follow(run.id);
  await late.until(1);
  expect(late.said[0]).toMatchObject({ answer: null, probeRun: { status: 'RUNNING' } });
  const known = late.said[0]?.probeRun.answered ?? 0;
  expect(known).toBeGreaterThan(0);
  held.release();
  await Promise.all([held.ended, early.ended, late.ended]);
  for (const { said } of [early, late]) {
    checkSteps(said);
    expect(said.at(-1)).toMatchObject({ probeRun: { status: 'COMPLETED', answered: 72 } });
  }
  expect(countAnswers(late.said)).toBe(72 - known);
  // From where it came in it hears what the other hears.
  expect(early.said.slice(1 - late.said.length)).toEqual(late.said.slice(1));
});

test('of a run that has ended there is one snapshot and the end, however often it is asked', async () => {
  const run = await start(worker, tenant, await makeBrand(worker, tenant));
  await perform(worker, tenant, run);
  for (const { said, ended } of [follow(run.id), follow(run.id)]) {
    await ended;
    expect(said).toMatchObject([
      { sequence: 74, answer: null, probeRun: { status: 'COMPLETED', answered: 72 } },
    ]);
  }
});

test('a cancelled run and a deleted one come to their ends', async () => {
  const brand = await makeBrand(worker, tenant);
  const cancelled = await start(worker, tenant, brand);
  const first = follow(cancelled.id);
  await first.until(1);
  await cancelProbeRun(worker.deps, tenant, cancelled.id);
  await first.ended;
  expect(first.said.at(-1)).toMatchObject({ probeRun: { status: 'CANCELLED' } });

  const gone = await start(worker, tenant, brand);
  const second = follow(gone.id);
  await second.until(1);
  await deleteBrand(worker.deps, tenant, brand.id);
  await removeBrand(worker.deps, tenant, brand.id);
  await second.ended;
});

test('a run that is retried is followed like a new one, with what it keeps', async () => {
  script.failing.grok = 'REFUSED';
  const run = await start(worker, tenant, await makeBrand(worker, tenant));
  await perform(worker, tenant, run);
  delete script.failing.grok;
  await retryProbeRun(worker.deps, tenant, run.id);
  const { said, until, ended } = follow(run.id);
  await until(1);
  expect(said).toMatchObject([{ probeRun: { status: 'QUEUED', answered: 60, failed: 0 } }]);
  await perform(worker, tenant, run);
  await ended;
  checkSteps(said);
  expect(countAnswers(said)).toBe(12);
  expect(said.at(-1)).toMatchObject({ probeRun: { status: 'COMPLETED', answered: 72, failed: 0 } });
});

test('however many watch, each piece of news is read once', async () => {
  const run = await start(worker, tenant, await makeBrand(worker, tenant));
  const client = open();
  const watchers = Array.from({ length: 20 }, () => follow(run.id, client));
  await Promise.all(watchers.map(({ until }) => until(1)));
  const statements = await countStatements(async () => {
    await perform(worker, tenant, run);
    await Promise.all(watchers.map(({ ended }) => ended));
  });
  for (const { said } of watchers) expect(said).toEqual(watchers[0]?.said);
  expect(countAnswers(watchers[0]?.said ?? [])).toBe(72);
  const reads = statements.filter((text) => text.includes('as steps'));
  expect(reads.length).toBeGreaterThan(0);
  // One for each of the 74 changes at most; those that come together are read together.
  expect(reads.length).toBeLessThanOrEqual(74);
});

test('news that was missed while the connection was down is made up for', async () => {
  const brand = await makeBrand(worker, tenant);
  const run = await start(worker, tenant, brand);
  const client = open();
  const ends = listen<Ended>(client, COMPLETED, brand.id);
  // On the same socket, so that the first subscription stands when the second has its first message.
  const { said, ended, until } = follow(run.id, client);
  await until(1);
  const held = performPaused(worker, tenant, run, 30);
  await held.reached;
  const back = new Promise<void>((resolve) => {
    const off = web.deps.events.onGap(() => {
      off();
      resolve();
    });
  });
  const cut = await sql(
    worker.databaseUrl,
    `select pg_terminate_backend(pid) as cut from pg_stat_activity
     where application_name = 'answerscope-listen' and datname = current_database()`,
  );
  expect(cut).toEqual([{ cut: true }, { cut: true }]);
  held.release();
  await held.ended;
  await Promise.all([back, ended, ends.until(1)]);
  checkSteps(said);
  expect(countAnswers(said)).toBe(72);
  expect(said.at(-1)).toMatchObject({ probeRun: { status: 'COMPLETED', answered: 72 } });
  expect(new Set(ends.said.map(({ id }) => id))).toEqual(new Set([run.id]));
  // And what comes afterwards is heard as before.
  const next = await start(worker, tenant, brand);
  const again = follow(next.id);
  await again.until(1);
  await perform(worker, tenant, next);
  await again.ended;
  expect(countAnswers(again.said)).toBe(72);
  expect(again.said.at(-1)).toMatchObject({ probeRun: { status: 'COMPLETED' } });
});

test('a brand’s probes are told as they end, completed or failed; cancelled and other brands’ are not', async () => {
  const brand = await makeBrand(worker, tenant);
  const some = { platforms: ['claude'] };
  const client = open();
  // Whoever is there is told of the first; whoever comes after that is not.
  const early = listen<Ended>(client, COMPLETED, brand.id);
  const first = await start(worker, tenant, brand, some);
  await follow(first.id, client).until(1);
  await perform(worker, tenant, first);
  await early.until(1);
  const { said, until } = listen<Ended>(client, COMPLETED, brand.id);
  const run = await start(worker, tenant, brand);
  // It says nothing at first; one behind it on the same socket tells that it was heard.
  await follow(run.id, client).until(1);
  const other = await makeBrand(worker, tenant);
  await perform(worker, tenant, await start(worker, tenant, other, some));
  await perform(worker, tenant, run);
  await until(1);
  await cancelProbeRun(worker.deps, tenant, (await start(worker, tenant, brand)).id);
  script.failing.claude = 'TIMEOUT';
  const failed = await start(worker, tenant, brand, some);
  await perform(worker, tenant, failed);
  await until(2);
  expect(said).toMatchObject([
    { id: run.id, status: 'COMPLETED', answered: 72, failures: [] },
    {
      id: failed.id,
      status: 'FAILED',
      answered: 0,
      failures: [{ platform: 'claude' }],
      results: [],
    },
  ]);
  expect(said[0]?.results).toHaveLength(6);
});
