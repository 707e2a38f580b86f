import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { asOwner } from '../../../src/database/as-owner.js';
import { tendTables } from '../../../src/database/upkeep.js';
import type { Deps } from '../../../src/deps.js';
import type { JobQueue } from '../../../src/jobs/queue.js';
import { countAnswers, loadAnswers } from '../../../src/services/answers/answer.js';
import { forgetOld } from '../../../src/services/operations/retention.js';
import {
  findProbeRun,
  type ProbeRunRow,
  retryProbeRun,
} from '../../../src/services/runs/probe-run.js';
import { quiet, startApp, type TestApp } from '../../helpers/app.js';
import {
  createScript,
  createTenant,
  makeBrand,
  perform,
  start,
  type Tenant,
} from '../../helpers/records/probe.js';
import { sql } from '../../helpers/run/sql.js';

/** Days of a time to come, so that the clock can go on from there. */
const RUNS = ['2031-01-15', '2031-02-10', '2031-02-20'].map((day) => `${day}T12:00:00.000Z`);
const LATER = '2032-03-22T12:00:00.000Z';
const ALL = { platform: null, promptId: null, status: null, mentioned: null };

let app: TestApp;
let time = RUNS[0] as string;
const script = createScript();
const tenants: Tenant[] = [];
const runs: ProbeRunRow[] = [];

const answersOf = (run: ProbeRunRow, tenant = tenants[0] as Tenant) =>
  loadAnswers(app.deps, tenant, [run], ALL, { first: 200, after: 0 });
/** Months whose texts take up space. */
const fullMonths = async () =>
  (
    await sql<{ name: string }>(
      app.databaseUrl,
      `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
       where i.inhparent = 'answer_text'::regclass and pg_relation_size(c.oid) > 0 order by 1`,
    )
  ).map(({ name }) => name);
/** The daily work that only the owner of the tables may do. */
const tend = (deps: Deps) =>
  tendTables({
    deps,
    asOwner: (work) => asOwner(app.databaseUrl, quiet, work),
    queue: deps.queue as JobQueue,
  });

beforeAll(async () => {
  app = await startApp({ ROLE: 'web' }, { sandbox: script.sandbox, now: () => new Date(time) });
  tenants.push(await createTenant(app), await createTenant(app, { environment: 'live' }));
  for (const tenant of tenants) {
    const brand = await makeBrand(app, tenant);
    script.failing.chatgpt = 'UNAVAILABLE';
    for (time of RUNS) {
      runs.push(await perform(app, tenant, await start(app, tenant, brand)));
      delete script.failing.chatgpt;
    }
  }
});
afterAll(() => app.dispose());

test('texts go after their time, of every account; what was counted of them stays, and what failed can still be asked again', async () => {
  // Zero days keep all of them.
  const months = await fullMonths();
  expect(months).toContain('answer_text_203102');
  time = '2040-01-01T00:00:00.000Z';
  const config = { ...app.deps.config, retentionDays: 0 };
  await tend({ ...app.deps, config });
  await forgetOld({ ...app.deps, config });
  expect(await fullMonths()).toEqual(months);
  const spared = await answersOf(runs[2] as ProbeRunRow);
  expect(spared.every((answer) => answer.textExpired)).toBe(false);

  const [gone, partly, kept] = runs as [ProbeRunRow, ProbeRunRow, ProbeRunRow];
  const [tenant, other] = tenants as [Tenant, Tenant];
  const counted = () => countAnswers(app.deps, tenant, runs.slice(0, 3), ALL);
  const facts = async () =>
    Promise.all(runs.slice(0, 3).map((run) => findProbeRun(app.deps, tenant, run.id)));
  const before = { counted: await counted(), facts: await facts(), answers: await answersOf(gone) };
  expect(before.answers.some((answer) => answer.text !== '')).toBe(true);

  time = LATER;
  expect(await fullMonths()).toEqual(['answer_text_203101', 'answer_text_203102']);
  await tend(app.deps);
  expect(await fullMonths()).toEqual(['answer_text_203102']);
  await forgetOld(app.deps);
  expect({ counted: await counted(), facts: await facts() }).toEqual({
    counted: before.counted,
    facts: before.facts,
  });
  const words = { text: '', snippet: '', searchQueries: [], textExpired: true };
  expect(await answersOf(gone)).toEqual(
    before.answers.map((answer) => ({
      ...answer,
      ...words,
      errorMessage: null,
      relativePosition: null,
    })),
  );
  expect((await answersOf(partly)).every((answer) => answer.textExpired)).toBe(true);
  expect((await answersOf(kept)).some((answer) => answer.textExpired)).toBe(false);
  const ofOther = await answersOf(runs[4] as ProbeRunRow, other);
  expect(ofOther.length).toBeGreaterThan(0);
  expect(ofOther.every((answer) => answer.textExpired)).toBe(true);

  await retryProbeRun(app.deps, tenant, gone.id);
  expect(await perform(app, tenant, gone)).toMatchObject({ status: 'completed', failed: 0 });
  const answers = await answersOf(gone);
  expect(answers.filter((answer) => !answer.textExpired).map((answer) => answer.platform)).toEqual(
    answers.filter((answer) => answer.platform === 'chatgpt').map(() => 'chatgpt'),
  );
});

test('old requests, news and mail go too, and new ones stay', async () => {
  const app = await startApp({ ROLE: 'web' }, { now: () => new Date(LATER) });
  const { accountId, environment } = await createTenant(app);
  for (const [days, key] of [
    [0, 'new'],
    [2, 'days'],
    [31, 'month'],
  ] as const) {
    const at = new Date(Date.parse(LATER) - days * 86_400_000 + 60_000);
    await sql(
      app.databaseUrl,
      `insert into outbox values ($1, $2, gen_random_uuid(), $3, gen_random_uuid(), '{}', $4)`,
      [accountId, environment, key, at],
    );
    await sql(
      app.databaseUrl,
      `insert into idempotency_record values ($1, $2, 'x', $3, '', '{}', $4)`,
      [accountId, environment, key, at],
    );
    await sql(
      app.databaseUrl,
      `insert into auth.mail values (gen_random_uuid(), 'a@b.c', $1, '', $2)`,
      [key, at],
    );
  }
  await sql(
    app.databaseUrl,
    `with e as (insert into webhook_endpoint values ($1, $2, gen_random_uuid(), 'u', null, '{}', true, 's', now(), now())
       returning id)
     insert into webhook_old_secret select $1, $2, gen_random_uuid(), e.id, secret::bytea, $3::timestamptz + gap
     from e, (values ('held', interval '1 hour'), ('over', interval '-1 hour')) as of (secret, gap)`,
    [accountId, environment, LATER],
  );
  await forgetOld(app.deps);
  const left = (column: string, table: string) =>
    sql(app.databaseUrl, `select ${column} as key from ${table} order by 1`);
  expect(await left('event', 'outbox')).toEqual([{ key: 'days' }, { key: 'new' }]);
  expect(await left('key', 'idempotency_record')).toEqual([{ key: 'new' }]);
  expect(await left('subject', 'auth.mail')).toEqual([{ key: 'days' }, { key: 'new' }]);
  expect(await left(`encode(secret, 'escape')`, 'webhook_old_secret')).toEqual([{ key: 'held' }]);
  await app.dispose();
});
