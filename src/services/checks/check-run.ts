import type { Deps, StoreDeps, Tenant } from '../../deps.js';
import { ANONYMOUS_ACCOUNT_ID } from '../../domain/accounts/anonymous.js';
import { newId } from '../../domain/accounts/id.js';
import { type PlatformSummary, toCheckSummary } from '../../domain/measures/check-summary.js';
import { type CheckResult, CheckRun } from '../../entities/check-run.js';
import type { RunFailure } from '../../entities/run.js';
import { AppError, isUndone, notFound } from '../../errors.js';
import { LOST_AFTER_MS, once, standsIn, stillAtWork } from '../input/idempotency.js';
import type { Page, PageRequest } from '../input/page.js';
import { selectById, selectCount, selectPage, selectRows } from '../input/select.js';
import { releaseAnonymousCalls, reserveAnonymousCalls } from '../limits/anonymous-calls.js';
import { areSpent, toSpentError } from '../limits/engine-budget.js';
import { type Cause, recordEngineCalls, type SpentCall } from '../limits/engine-call.js';
import { reserveCalls } from '../limits/engine-usage.js';
import { loadProbeRun, type ProbeRunRow } from '../runs/probe-run.js';
import { type AskedCheck, askCheck } from './ask-check.js';
import type { NewCheck } from './new-check.js';

/** A run of any kind: a run of the caller, or a check made without an account. */
export async function findRun(
  deps: StoreDeps,
  tenant: Tenant | null,
  id: string,
): Promise<ProbeRunRow | CheckRunRow> {
  const own =
    tenant === null
      ? null
      : ((await loadProbeRun(deps, tenant, id)) ?? (await loadCheckRun(deps, tenant, id)));
  const run = own ?? (await loadCheckRun(deps, ANONYMOUS, id));
  if (run === null) throw notFound('run');
  return run;
}

export type CheckKind = NewCheck['kind'];

/** A check in lists: its answers are loaded on request. */
export interface ListedCheckRun extends NewCheck {
  id: string;
  status: 'running' | 'completed' | 'failed';
  sandbox: boolean;
  failures: RunFailure[];
  /** US dollars of all its calls; null until they end, and when the cost of an answer is unknown. */
  costUsd: number | null;
  /** Remaining scans of the caller after this one; null for a query. */
  rateLimitRemaining: number | null;
  textExpired: boolean;
  createdAt: Date;
  completedAt: Date | null;
}

export interface CheckRunRow extends ListedCheckRun {
  results: CheckResult[];
}

export interface CheckOptions {
  idempotencyKey: string | null;
  keyId?: string | null;
  rateLimitRemaining: number | null;
  /** Requests an early end with the answers received by then. */
  drainSignal?: AbortSignal | undefined;
  limits?: { askMs: number; wholeMs: number };
  /** Called when an earlier request with the same key has done the work. */
  onReplay?: () => Promise<void>;
}

/** Tenant of checks without an account; anyone who knows the id can read them. */
export const ANONYMOUS: Tenant = { accountId: ANONYMOUS_ACCOUNT_ID, environment: 'live' };

const HOUR_MS = 3_600_000;
export const ANONYMOUS_KEPT_MS = 24 * HOUR_MS;
/** For the answer of one engine, and for the whole call: a caller gets a response within 25 s. */
const LIMITS = { askMs: 20_000, wholeMs: 24_000 };
const PROMPTS = 4;

const COLUMNS = `id, kind, status, brand_name as "brandName", category, competitors, platforms, sandbox, failures,
  cost_usd as "costUsd", rate_limit_remaining as "rateLimitRemaining", text_expired as "textExpired",
  created_at as "createdAt", completed_at as "completedAt"`;
const MINE = 'account_id = :accountId and environment = :environment';

const selectCheckRun = selectById<CheckRunRow>({
  name: 'check-run',
  text: `select ${COLUMNS}, results from check_run where ${MINE} and id = :id`,
});
const listAll = selectPage<ListedCheckRun>({
  name: 'check-runs',
  text: `select ${COLUMNS} from check_run where ${MINE} and (:after::uuid is null or id < :after) order by id desc limit :limit`,
});
const listOfKind = selectPage<ListedCheckRun, [kind: CheckKind]>(
  {
    name: 'check-runs-of-kind',
    text: `select ${COLUMNS} from check_run where ${MINE} and kind = :kind and (:after::uuid is null or id < :after)
    order by id desc limit :limit`,
  },
  'kind',
);
const countAll = selectCount({
  name: 'check-run-count',
  text: `select count(*) as count from check_run where ${MINE}`,
});
const countOfKind = selectCount<[kind: CheckKind]>(
  {
    name: 'check-run-count-of-kind',
    text: `select count(*) as count from check_run where ${MINE} and kind = :kind`,
  },
  'kind',
);

/** Checks of the account, newest first, of one kind or both. */
export async function listCheckRuns(
  deps: StoreDeps,
  tenant: Tenant,
  page: PageRequest,
  kind: CheckKind | null,
): Promise<Page<ListedCheckRun>> {
  const { rows, hasNextPage } =
    kind === null ? await listAll(deps, tenant, page) : await listOfKind(deps, tenant, page, kind);
  return { rows: rows.map((run) => withLoss(deps, run)), hasNextPage };
}

export const countCheckRuns = (
  deps: StoreDeps,
  tenant: Tenant,
  kind: CheckKind | null,
): Promise<number> => (kind === null ? countAll(deps, tenant) : countOfKind(deps, tenant, kind));

/** Answers of the listed checks. */
export const loadCheckResults = selectRows<
  Pick<CheckRunRow, 'id' | 'results'>,
  [ids: readonly string[]]
>(
  {
    name: 'results-of-check-runs',
    text: `select id, results from check_run where ${MINE} and id = any(:ids)`,
  },
  'ids',
);

/** A running check whose process was lost counts as failed. */
function withLoss<Row extends ListedCheckRun>(deps: StoreDeps, run: Row): Row {
  const ageMs = deps.now().getTime() - run.createdAt.getTime();
  return run.status === 'running' && ageMs > LOST_AFTER_MS ? { ...run, status: 'failed' } : run;
}

/** Null when the tenant has no such check. */
async function loadCheckRun(
  deps: StoreDeps,
  tenant: Tenant,
  id: string,
): Promise<CheckRunRow | null> {
  const run = await selectCheckRun(deps, tenant, id);
  if (run === null) return null;
  const ageMs = deps.now().getTime() - run.createdAt.getTime();
  if (tenant.accountId === ANONYMOUS.accountId && ageMs >= ANONYMOUS_KEPT_MS) return null;
  return withLoss(deps, run);
}

/**
 * Stores the record, its reservation and its Idempotency-Key in one short transaction, before any
 * engine is asked.
 */
async function begin(
  deps: Deps,
  tenant: Tenant,
  check: NewCheck,
  options: CheckOptions,
): Promise<{ run: CheckRunRow; isNew: boolean }> {
  const now = deps.now();
  const calls = check.platforms.length * PROMPTS;
  const isAnonymous = tenant.accountId === ANONYMOUS.accountId;
  // Accounts have their own maximum; callers without an account share the operator's allowance.
  const reservedAt = isAnonymous ? await reserveAnonymousCalls(deps, calls) : null;
  const run: CheckRunRow = {
    ...check,
    id: newId(),
    status: 'running',
    sandbox: deps.engines.forEnvironment(tenant.environment).sandbox,
    results: [],
    failures: [],
    costUsd: null,
    rateLimitRemaining: options.rateLimitRemaining,
    textExpired: false,
    createdAt: now,
    completedAt: null,
  };
  const request = {
    operation: check.kind === 'scan' ? 'runScan' : 'runQuery',
    // Idempotency-Keys belong to accounts, so anonymous checks are repeated each time.
    key: isAnonymous ? null : options.idempotencyKey,
    input: check,
    stands: standsIn('check_run', now),
  };
  const { answer, replayed } = await once(deps, tenant, request, async (tx) => {
    await tx.em.insert(CheckRun, { ...tenant, ...run });
    // Last, because the usage row of the account stays locked to the end and blocks its other
    // requests.
    if (!isAnonymous) await reserveCalls(deps, tx, tenant, calls);
    return { id: run.id };
  }).catch(async (error) => {
    // Outside the transaction of the record, which was rolled back.
    if (reservedAt !== null && isUndone(error))
      await releaseAnonymousCalls(deps, calls, reservedAt).catch(() => {});
    throw error;
  });
  if (!replayed) return { run, isNew: true };
  const earlier = await loadCheckRun(deps, tenant, answer.id);
  if (earlier?.status !== 'completed') throw stillAtWork();
  return { run: earlier, isNew: false };
}

/** Failed calls count when their cost is known. */
function toCost(calls: readonly SpentCall[]): number | null {
  if (calls.some(({ status, costUsd }) => status === 'answered' && costUsd === null)) return null;
  return calls.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0);
}

async function complete(
  deps: StoreDeps,
  tenant: Tenant,
  begun: CheckRunRow,
  { results, failures, calls }: AskedCheck,
  cause: Cause,
): Promise<CheckRunRow> {
  const status = results.length > 0 ? 'completed' : 'failed';
  const costUsd = toCost(calls);
  const run: CheckRunRow = {
    ...begun,
    status,
    results,
    failures,
    costUsd,
    completedAt: deps.now(),
  };
  await deps.db.transaction(tenant, async (tx) => {
    await tx.execute(
      `update check_run set status = :status, results = :results::jsonb, failures = :failures::jsonb, cost_usd = :costUsd, completed_at = :completedAt
       where account_id = :accountId and environment = :environment and id = :id`,
      {
        status,
        results: JSON.stringify(results),
        failures: JSON.stringify(failures),
        costUsd,
        completedAt: run.completedAt,
        id: run.id,
      },
    );
    await recordEngineCalls(tx, tenant, calls, cause);
  });
  return run;
}

/**
 * Asks all engines and returns the result, even if the caller has disconnected. Holds no database
 * connection while asking. If every engine fails, stores the failure and then rejects.
 */
export async function runCheck(
  deps: Deps,
  tenant: Tenant,
  check: NewCheck,
  options: CheckOptions,
): Promise<CheckRunRow> {
  const { drainSignal, limits = LIMITS } = options;
  const startedMs = performance.now();
  const begun = await begin(deps, tenant, check, options);
  if (!begun.isNew) {
    await options.onReplay?.();
    return begun.run;
  }
  const leftMs = limits.wholeMs - (performance.now() - startedMs);
  const limitMs = Math.max(0, Math.min(limits.askMs, leftMs));
  const asked = await askCheck(deps, tenant, begun.run, { limitMs, drainSignal });
  const run = await complete(deps, tenant, begun.run, asked, { keyId: options.keyId });
  if (run.status === 'failed') {
    if (areSpent(asked.calls.map(({ errorCode }) => errorCode))) throw toSpentError(deps.now());
    throw new AppError('ENGINE_UNAVAILABLE', 'every engine failed; retry later', {
      details: { runId: run.id, failures: run.failures },
    });
  }
  return run;
}

export const toSummary = (
  { platforms, failures }: ListedCheckRun,
  results: readonly CheckResult[],
): PlatformSummary[] => toCheckSummary(platforms, results, failures);
