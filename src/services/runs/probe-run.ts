import { runEvent } from '../../database/events.js';
import type { Deps, StoreDeps, Tenant, Transaction } from '../../deps.js';
import { newId } from '../../domain/accounts/id.js';
import { roundRate, toShownRate } from '../../domain/statistics/stats.js';
import {
  ProbeResult,
  ProbeRun,
  ResultCitation,
  type RunFailure,
  type RunMeasures,
  type RunStatus,
} from '../../entities/run.js';
import { AppError, notFound } from '../../errors.js';
import { lockBrand } from '../brands/brand.js';
import { once } from '../input/idempotency.js';
import type { Page, PageRequest } from '../input/page.js';
import { orNotFound, selectById, selectCount, selectPage, selectRows } from '../input/select.js';
import { releaseCalls, reserveCalls } from '../limits/engine-usage.js';
import { type NewProbe, type PlannedProbe, planProbe } from './plan-probe.js';

export interface ProbeRunRow {
  id: string;
  brandId: string;
  promptPackId: string | null;
  /** Schedule that started the run; null for a run started by a user. */
  scheduleId: string | null;
  kind: 'probe' | 'scan' | 'query';
  status: RunStatus;
  platforms: string[];
  samplesPerPrompt: number;
  sandbox: boolean;
  expectedAnswers: number;
  answered: number;
  failed: number;
  sequence: number;
  estimatedCompletionMs: number;
  failures: RunFailure[];
  /** Null until the run is completed. */
  measures: RunMeasures | null;
  createdAt: Date;
  startedAt: Date | null;
  completedAt: Date | null;
}

export const RUN_COLUMNS = `r.id, r.brand_id as "brandId", r.prompt_pack_id as "promptPackId",
  r.schedule_id as "scheduleId", r.kind, r.status, r.platforms,
  r.samples_per_prompt as "samplesPerPrompt", r.sandbox, r.expected_answers as "expectedAnswers", r.answered, r.failed,
  r.sequence, r.estimated_completion_ms as "estimatedCompletionMs", r.failures, r.measures,
  r.created_at as "createdAt", r.started_at as "startedAt", r.completed_at as "completedAt"`;
const MINE = 'r.account_id = :accountId and r.environment = :environment';
const VISIBLE = `join brand b on (b.account_id, b.environment, b.id) = (r.account_id, r.environment, r.brand_id) and b.deleted_at is null`;
const listRuns = selectPage<ProbeRunRow, [brandId: string | null, status: RunStatus | null]>(
  {
    name: 'probe-runs',
    text: `select ${RUN_COLUMNS} from probe_run r ${VISIBLE}
    where ${MINE} and (:brandId::uuid is null or r.brand_id = :brandId) and (:status::text is null or r.status = :status)
    and (:after::uuid is null or r.id < :after) order by r.id desc limit :limit`,
  },
  'brandId',
  'status',
);
const countRuns = selectCount<[brandId: string | null, status: RunStatus | null]>(
  {
    name: 'probe-run-count',
    text: `select count(*) as count from probe_run r ${VISIBLE}
    where ${MINE} and (:brandId::uuid is null or r.brand_id = :brandId) and (:status::text is null or r.status = :status)`,
  },
  'brandId',
  'status',
);

/** Null for an unknown run. */
export const loadProbeRun = selectById<ProbeRunRow>({
  name: 'probe-run',
  text: `select ${RUN_COLUMNS} from probe_run r ${VISIBLE} where ${MINE} and r.id = :id`,
});

export const findProbeRun = orNotFound('run', loadProbeRun);

export interface RunFilter {
  brandId: string | null;
  status: RunStatus | null;
}

/** Newest first. */
export const listProbeRuns = (
  deps: StoreDeps,
  tenant: Tenant,
  page: PageRequest,
  { brandId, status }: RunFilter,
): Promise<Page<ProbeRunRow>> => listRuns(deps, tenant, page, brandId, status);

export const countProbeRuns = (
  deps: StoreDeps,
  tenant: Tenant,
  { brandId, status }: RunFilter,
): Promise<number> => countRuns(deps, tenant, brandId, status);

/** The latest probes per brand, newest first. */
export const loadLatestRuns = selectRows<ProbeRunRow, [brandIds: readonly string[], first: number]>(
  {
    name: 'latest-probe-runs',
    text: `select ${RUN_COLUMNS} from unnest(:brandIds::uuid[]) as wanted (brand_id) cross join lateral (
      select * from probe_run where account_id = :accountId and environment = :environment and brand_id = wanted.brand_id
        and kind = 'probe' order by id desc limit :first
    ) r`,
  },
  'brandIds',
  'first',
);

/** The latest completed probe per brand; brands without one are left out. */
export const loadLastRuns = selectRows<ProbeRunRow, [brandIds: readonly string[]]>(
  {
    name: 'last-probe-runs',
    text: `select ${RUN_COLUMNS} from unnest(:brandIds::uuid[]) as wanted (brand_id) cross join lateral (
      select * from probe_run where account_id = :accountId and environment = :environment and brand_id = wanted.brand_id
        and kind = 'probe' and status = 'completed' order by completed_at desc limit 1
    ) r`,
  },
  'brandIds',
);

/** Queues a run for a worker. The record, its reservation and its job are stored in one transaction. */
export async function startProbe(
  deps: Deps,
  owner: Tenant & { userId: string; keyId?: string | null },
  input: NewProbe,
  idempotencyKey: string | null,
): Promise<ProbeRunRow> {
  const tenant: Tenant = { accountId: owner.accountId, environment: owner.environment };
  // Planned before the transaction: holding one connection while waiting for another would exhaust
  // the pool.
  const planned = await planProbe(deps, tenant, input);
  const { platforms } = planned;
  const request = { operation: 'startProbe', key: idempotencyKey, input: { ...input, platforms } };

  let started: ProbeRunRow | undefined;
  const { answer } = await once(deps, tenant, request, async (tx) => {
    started = await queueProbe(deps, tx, owner, planned, null);
    return { id: started.id };
  });
  // Returned as queued, even if a worker has started it; a repeated request sees the current state.
  return started ?? findProbeRun(deps, tenant, answer.id);
}

/** Stores the record, its reservation and its job in the transaction of the caller. */
export async function queueProbe(
  deps: Deps,
  tx: Transaction,
  {
    accountId,
    environment,
    userId,
    keyId = null,
  }: Tenant & { userId: string; keyId?: string | null },
  { brand, plan, ...planned }: PlannedProbe,
  scheduleId: string | null,
): Promise<ProbeRunRow> {
  const tenant: Tenant = { accountId, environment };
  const now = deps.now();
  const id = newId();
  const run: ProbeRunRow = {
    ...planned,
    id,
    brandId: brand.id,
    scheduleId,
    kind: 'probe',
    status: 'queued',
    answered: 0,
    failed: 0,
    sequence: 0,
    failures: [],
    measures: null,
    createdAt: now,
    startedAt: null,
    completedAt: null,
  };
  const firstRepeat = await nextRepeat(tx, brand.id, now);
  await tx.em.insert(ProbeRun, { ...tenant, ...run, userId, keyId, plan, firstRepeat });
  await deps.queue.send(tx, 'probe-run', { ...tenant, runId: id });
  await deps.events.publish(tx, runEvent(tenant, { id, brandId: brand.id }, false));
  // Last, because the usage row of the account stays locked to the end and blocks its other runs.
  await reserveCalls(deps, tx, tenant, run.expectedAnswers);
  return run;
}

/** Next repeat number of the brand on this day. Locks the brand, so that two runs never share a number. */
async function nextRepeat(tx: Transaction, brandId: string, now: Date): Promise<number> {
  // The brand was deleted after it was read.
  if (!(await lockBrand(tx, brandId))) throw notFound('brand');
  const [row] = await tx.execute<{ next: number }>(
    `select coalesce(max(first_repeat + samples_per_prompt), 0) as next from probe_run
     where account_id = :accountId and environment = :environment and brand_id = :brandId and created_at >= :createdAt::date`,
    { brandId, createdAt: now.toISOString().slice(0, 10) },
  );
  return row?.next ?? 0;
}

const ENDED = new AppError('CONFLICT', 'this run has already ended');

/** Cancels a run. Its answers remain readable but count only as cost, because they lose their brand. */
export async function cancelProbeRun(
  deps: StoreDeps,
  tenant: Tenant,
  id: string,
): Promise<ProbeRunRow> {
  const run = await findProbeRun(deps, tenant, id);
  await deps.db.transaction(tenant, async (tx) => {
    const [left] = await tx.execute<{ unasked: number }>(
      `update probe_run set status = 'cancelled', sequence = sequence + 1
       where account_id = :accountId and environment = :environment and id = :id and status in ('queued', 'running')
       returning expected_answers - answered - failed as unasked`,
      { id },
    );
    if (!left) throw ENDED;
    await tx.execute(
      `update answer set brand_id = null where account_id = :accountId and environment = :environment and run_id = :id and run_at = :createdAt`,
      { id, createdAt: run.createdAt },
    );
    await releaseCalls(tx, left.unasked, run.createdAt);
    await deps.events.publish(tx, runEvent(tenant, run, true));
  });
  return findProbeRun(deps, tenant, id);
}

/** Asks only the failed questions again; successful answers are kept. */
export async function retryProbeRun(deps: Deps, tenant: Tenant, id: string): Promise<ProbeRunRow> {
  const run = await findProbeRun(deps, tenant, id);
  if (run.failed === 0) throw new AppError('CONFLICT', 'this run has no failed answers');
  await deps.db.transaction(tenant, async (tx) => {
    const requeued = await tx.execute<unknown>(
      `update probe_run set status = 'queued', sequence = sequence + 1, failed = 0, failures = '[]', measures = null, completed_at = null
       where account_id = :accountId and environment = :environment and id = :id and status in ('completed', 'failed') returning id`,
      { id },
    );
    if (requeued.length === 0)
      throw new AppError('CONFLICT', 'only a run that has ended can be retried');
    await reserveCalls(deps, tx, tenant, run.failed);
    await tx.execute(
      `delete from answer_text t using answer a where (t.account_id, t.environment, t.run_id) = (:accountId::uuid, :environment, :id::uuid)
       and (a.account_id, a.environment, a.run_id, a.platform, a.prompt_id, a.repeat)
         = (t.account_id, t.environment, t.run_id, t.platform, t.prompt_id, t.repeat) and a.status = 'failed'`,
      { id },
    );
    await tx.execute(
      `delete from answer where account_id = :accountId and environment = :environment and run_id = :id and status = 'failed'`,
      { id },
    );
    await tx.em.nativeDelete(ResultCitation, { ...tenant, runId: id });
    await tx.em.nativeDelete(ProbeResult, { ...tenant, runId: id });
    await deps.queue.send(tx, 'probe-run', { ...tenant, runId: id });
    await deps.events.publish(tx, runEvent(tenant, run, false));
  });
  return findProbeRun(deps, tenant, id);
}

/** Rates are stored in full and displayed with four decimals. */
export const toShownMeasures = (measures: RunMeasures): RunMeasures => ({
  ...measures,
  visibility: toShownRate(measures.visibility),
  meanReciprocalRank:
    measures.meanReciprocalRank === null ? null : roundRate(measures.meanReciprocalRank),
  top3Rate: toShownRate(measures.top3Rate),
  citationDensity: toShownRate(measures.citationDensity),
  citationShare: toShownRate(measures.citationShare),
});
