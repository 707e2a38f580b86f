import type { Deps, Statement, StoreDeps, Tenant } from '../../deps.js';
import { AppError } from '../../errors.js';
import { examineRuns } from '../analysis/examine-run.js';
import { type ListedBrand, listBrands, loadCompetitors } from '../brands/brand.js';
import { updateBrand } from '../brands/change-brand.js';
import { createBrand } from '../brands/new-brand.js';
import { performRun } from '../runs/perform-run.js';
import { startProbe } from '../runs/probe-run.js';
import { type DemoAccount, toTestTenant } from './demo-account.js';
import { STORY, storyBegin, storyTimes, storyTruth } from './demo-story.js';

interface StoredRun {
  id: string;
  status: string;
  createdAt: Date;
}

export interface Seeding {
  /** Stops between two answers; seeding can be resumed. */
  stop?: AbortSignal;
  /** Concurrent questions per platform; use one when others are waiting for answers. */
  atOnce?: number;
  /** Called after each day of the story. */
  tell?: (days: number) => void;
}

const RUNS: Statement = {
  name: 'demo-runs',
  text: `select id, status, created_at as "createdAt" from probe_run
    where account_id = :accountId and environment = :environment and brand_id = :id and created_at < :end order by id`,
};
const DAY_MS = 86_400_000;
const PAGE = { first: 100, after: null };
const UNFINISHED = ['queued', 'running'];

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/** The same dependencies with a clock that starts at another time. */
function at(deps: Deps, time: Date): Deps {
  const startedMs = performance.now();
  return { ...deps, now: () => new Date(time.getTime() + performance.now() - startedMs) };
}

/** Null if the brand was never created or was deleted. */
export async function findDemoBrand(
  deps: StoreDeps,
  demo: DemoAccount,
): Promise<ListedBrand | null> {
  const { rows } = await listBrands(deps, toTestTenant(demo), PAGE);
  return rows.find(({ name }) => name === STORY.brand.name) ?? null;
}

/** The brand is created at the begin of its story, so that a later start finds that time. */
export async function ensureDemoBrand(deps: Deps, demo: DemoAccount): Promise<ListedBrand> {
  const tenant = toTestTenant(demo);
  const past = at(deps, storyBegin(deps.now()));
  const make = (key: string | null) =>
    createBrand(past, { ...tenant, userId: demo.userId }, STORY.brand, key);
  const brand =
    (await findDemoBrand(deps, demo)) ??
    // Of two concurrent calls, the second gets the brand of the first by the key; if that brand was
    // deleted, a new one is made.
    (await make('demo-brand').catch((error) => {
      if (error instanceof AppError && error.code === 'NOT_FOUND') return make(null);
      throw error;
    }));
  if ((await loadCompetitors(deps, tenant, [brand.id])).length === 0) {
    const competitors = STORY.rivals.map((name) => ({ name }));
    await updateBrand(past, tenant, brand.id, { competitors });
  }
  return brand;
}

async function findRuns(
  deps: StoreDeps,
  tenant: Tenant,
  brand: ListedBrand,
): Promise<Map<string, StoredRun>> {
  const end = new Date(brand.createdAt.getTime() + STORY.days * DAY_MS);
  const runs = await deps.db.query<StoredRun>(tenant, RUNS, { id: brand.id, end });
  return new Map(runs.reverse().map((run) => [dayOf(run.createdAt), run]));
}

const CONFIRMATION: Statement = {
  name: 'demo-confirmation',
  text: `select confirming_run_id as id from suspicion
    where account_id = :accountId and environment = :environment and run_id = :runId and confirming_run_id is not null limit 1`,
};

/** Runs the confirming run of the sentinel on the same day. */
async function performConfirmation(
  deps: Deps,
  tenant: Tenant,
  runId: string,
  stop: AbortSignal,
): Promise<void> {
  const [run] = await deps.db.query<{ id: string }>(tenant, CONFIRMATION, { runId });
  if (run === undefined) return;
  await performRun(deps, tenant, run.id, { stop, abort: stop });
  await examineRuns(deps, tenant, [run.id]);
}

/**
 * Thirty days of measurements, one run per day, asked and analysed like all others, with the clock
 * set back. Existing days are kept, so seeding can be interrupted and repeated.
 * @returns the brand, and the number of days added
 */
export async function seedHistory(
  deps: Deps,
  demo: DemoAccount,
  { stop = new AbortController().signal, atOnce = 1, tell }: Seeding = {},
): Promise<{ brand: ListedBrand; made: number }> {
  const tenant = toTestTenant(demo);
  const brand = await ensureDemoBrand(deps, demo);
  const times = storyTimes(brand.createdAt);
  const known = await findRuns(deps, tenant, brand);
  const staged: Deps = {
    ...deps,
    engines: deps.engines.withTruth(storyTruth(brand.createdAt)),
    config: { ...deps.config, platformConcurrency: atOnce },
    // Keeps workers from asking these questions at the current time.
    queue: { send: async () => undefined },
  };
  const input = { brandId: brand.id, platforms: null, promptPackId: null, samplesPerPrompt: 1 };
  let made = 0;
  for (const [index, time] of times.entries()) {
    stop.throwIfAborted();
    const then = at(staged, time);
    const key = `demo-${brand.id}-${dayOf(time)}`;
    const run =
      known.get(dayOf(time)) ??
      (await startProbe(then, { ...tenant, userId: demo.userId }, input, key));
    if (UNFINISHED.includes(run.status)) {
      await performRun(then, tenant, run.id, { stop, abort: stop });
      await examineRuns(then, tenant, [run.id]);
      made += 1;
    }
    await performConfirmation(then, tenant, run.id, stop);
    tell?.(index + 1);
  }
  return { brand, made };
}
