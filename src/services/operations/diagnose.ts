import { type Deps, type EngineDeps, type Statement, type StoreDeps, SYSTEM } from '../../deps.js';

export interface Diagnosis {
  name: string;
  state: 'ok' | 'warn' | 'fail';
  says: string;
  /** Suggested action; absent when none is needed. */
  advice?: string;
}

interface Facts {
  version: string;
  bytes: number;
  migration: string | null;
  /** Number of monthly partitions that exist, from the current month on. */
  months: number;
  now: Date;
  /** Time of the last queue maintenance by a worker. */
  workerAt: Date | null;
}

const FACTS: Statement = {
  name: 'diagnosis',
  text: `select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
      (select name from auth.migration order by id desc limit 1) as migration,
      (select count(*) from generate_series(0, 2) as ahead where to_regclass('answer_'
        || to_char(:now::timestamptz at time zone 'UTC' + make_interval(months => ahead), 'YYYYMM')) is not null) as months,
      clock_timestamp() as now,
      (select max(greatest(monitor_on, maintain_on)) from pgboss.queue) as "workerAt"`,
};

const MIB = 1_024 ** 2;
const MONTHS = 3;
const SCARCE_SHARE = 0.8;
const CLOCK_MS = 2_000;
const WORKER_MS = 60_000;

function checkClock({ now }: Facts, beforeMs: number, afterMs: number): Diagnosis {
  const offMs = Math.round(now.getTime() - (beforeMs + afterMs) / 2);
  const says = `${Math.abs(offMs)} ms ${offMs < 0 ? 'ahead of' : 'behind'} the database's`;
  if (Math.abs(offMs) < CLOCK_MS + (afterMs - beforeMs) / 2)
    return { name: 'clock', state: 'ok', says };
  return { name: 'clock', state: 'warn', says, advice: 'set both by NTP' };
}

function checkWorker({ workerAt, now }: Facts): Diagnosis {
  const agoMs = workerAt === null ? null : now.getTime() - workerAt.getTime();
  if (agoMs !== null && agoMs < WORKER_MS)
    return { name: 'worker', state: 'ok', says: `seen ${Math.round(agoMs / 1_000)} s ago` };
  const says = workerAt === null ? 'never seen' : `last seen at ${workerAt.toISOString()}`;
  const advice =
    'runs stay queued until a server is started (npm start) with ROLE=all or ROLE=worker';
  return { name: 'worker', state: 'warn', says, advice };
}

function checkEngines(deps: StoreDeps & EngineDeps): Diagnosis {
  const { configured, sandbox } = deps.engines.forEnvironment('live');
  const name = 'engines';
  if (configured.length === 0)
    return { name, state: 'fail', says: 'none configured', advice: 'set a platform’s …_API_KEY' };
  if (!sandbox) {
    const says = `set up: ${configured.join(', ')}`;
    return { name, state: 'ok', says, advice: 'test them with npm run -s cli -- engines test' };
  }
  const advice = 'set a platform’s …_API_KEY to use real engines';
  return { name, state: 'warn', says: 'the sandbox answers for all platforms', advice };
}

/** Checks the price table behind costs in dollars. */
function checkPrices(deps: Deps): Diagnosis {
  const name = 'prices';
  const { asOf, areOld } = deps.engines.prices(deps.now());
  const table = `of ${asOf}`;
  const unpriced = deps.engines.list().filter(({ priced }) => priced === false);
  if (unpriced.length > 0) {
    const models = unpriced.map(({ platform, model }) => `${model} (${platform})`).join(', ');
    const advice = 'they are used; their cost is known only if the vendor reports it';
    return { name, state: 'warn', says: `${table}, without prices for ${models}`, advice };
  }
  if (!areOld) return { name, state: 'ok', says: table };
  const advice = 'costs may be inaccurate; a newer release has newer prices';
  return { name, state: 'warn', says: `${table}, more than 90 days ago`, advice };
}

const toUsd = (usd: number): string => usd.toFixed(2);

async function checkBudget({ spend }: StoreDeps & EngineDeps): Promise<Diagnosis> {
  const { calls, usd, limits, share, refusedUntil } = await spend.read();
  const name = 'budget';
  const says = `${calls} of ${limits.calls} live engine calls and ${toUsd(usd)} of ${toUsd(limits.usd)} US dollars used today (UTC)`;
  if (share < SCARCE_SHARE) return { name, state: 'ok', says };
  const advice = 'raise DAILY_ENGINE_CALLS or DAILY_ENGINE_USD';
  if (refusedUntil === null) return { name, state: 'warn', says, advice };
  const refused = `${says}; live calls are refused until ${refusedUntil.toISOString()}`;
  return { name, state: 'fail', says: refused, advice };
}

/** Checks the database, clock, workers and engines from this process. */
export async function diagnose(deps: Deps): Promise<Diagnosis[]> {
  const beforeMs = Date.now();
  const [facts] = await deps.db.query<Facts>(SYSTEM, FACTS, { now: deps.now() });
  if (facts === undefined) throw new Error('the database returned no diagnosis');
  const size = `${Math.round(facts.bytes / MIB)} MiB`;
  const place = deps.config.databaseUrl === undefined ? 'embedded' : 'your own';
  return [
    {
      name: 'database',
      state: 'ok',
      says: `PostgreSQL ${facts.version} (${place}), ${size}, at ${facts.migration}`,
    },
    facts.months === MONTHS
      ? { name: 'partitions', state: 'ok', says: 'this month and the next two' }
      : {
          name: 'partitions',
          state: 'fail',
          says: `${MONTHS - facts.months} of ${MONTHS} monthly partitions are missing`,
          advice: 'restart the server to create them',
        },
    checkClock(facts, beforeMs, Date.now()),
    checkWorker(facts),
    checkEngines(deps),
    ...(deps.engines.forEnvironment('live').sandbox ? [] : [checkPrices(deps)]),
    await checkBudget(deps),
  ];
}
