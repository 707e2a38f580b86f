import type { EntityManager } from '@mikro-orm/postgresql';
import { CompiledQuery, type Transaction } from 'kysely';
import type { Pool } from 'pg';
import { PgBoss } from 'pg-boss';
import type { Listener } from '../database/listen.js';
import type { Log } from '../observability/log.js';
import { currentTraceLink, type TraceLink } from '../observability/request-context.js';

/** Data of the jobs of each queue. */
export interface Jobs {
  'probe-run': { accountId: string; environment: 'live' | 'test'; runId: string };
  'brand-delete': { accountId: string; environment: 'live' | 'test'; brandId: string };
  'prompt-stage': { accountId: string; environment: 'live' | 'test'; promptId: string };
  'site-read': { accountId: string; environment: 'live' | 'test'; brandId: string };
  'wiki-lint': { accountId: string; environment: 'live' | 'test'; brandId: string };
  'rewrite-lint': { accountId: string; environment: 'live' | 'test'; rewriteId: string };
  'rewrite-batch': { accountId: string; environment: 'live' | 'test'; batchId: string };
  'incident-mail': { accountId: string; environment: 'live' | 'test'; noticeId: string };
  'incident-slack': { accountId: string; environment: 'live' | 'test'; noticeId: string };
  daily: Record<string, never>;
  schedules: Record<string, never>;
}
export type JobName = keyof Jobs;

/**
 * Of the jobs with one key within so many seconds, the first runs immediately. The others are combined into
 * one job at the end of that time, which sees the latest data.
 */
export interface Debounce {
  key: string;
  seconds: number;
}

/** Job data with the trace link of the request that enqueued the job, if any. */
export type Carried<N extends JobName> = Jobs[N] & { origin?: TraceLink };

export interface Queue {
  /** Enqueues in the caller's transaction: the job exists if and only if the fact does. */
  send<N extends JobName>(
    em: EntityManager,
    name: N,
    data: Jobs[N],
    debounce?: Debounce,
  ): Promise<void>;
}

/** A worker without a heartbeat for this long counts as dead; its job goes to another worker. */
const HEARTBEAT_SEC = 10;
const LONGEST_JOB_SEC = 6 * 3_600;

/** Queues with due jobs, including jobs of dead workers that `supervise` has requeued. */
const DUE = {
  name: 'due-jobs',
  text: `select queue.name from unnest($1::text[]) as queue (name) where exists (
    select from pgboss.job where job.name = queue.name and state < 'active' and not blocked and start_after <= pgboss.job_now())`,
};

/** Runs the queue's statements inside a transaction of the ORM. */
const inTransaction = (em: EntityManager) => {
  const transaction = em.getTransactionContext<Transaction<unknown>>();
  if (transaction === undefined) throw new Error('send must be called inside a transaction');
  return {
    executeSql: async (text: string, values: unknown[] = []) => {
      const { rows } = await transaction.executeQuery(CompiledQuery.raw(text, values));
      return { rows: rows as never[] };
    },
  };
};

export interface JobQueue extends Queue {
  boss: PgBoss;
  /**
   * Call when there may be jobs: one idle worker of this process fetches now, busy ones fetch again when
   * they are done. Each fetch is a statement, so only one worker fetches: if it finds a job, it wakes the next.
   */
  wake(name: JobName): void;
  /** Wakes workers of all queues with due jobs, with one statement. */
  wakeDue(): Promise<void>;
  dispose(): Promise<void>;
}

/** `supervise` is for worker processes: they also requeue jobs of dead workers and run the schedules. */
export async function createQueue(options: {
  pool: Pool;
  listener: Listener;
  supervise: boolean;
  log: Log;
}): Promise<JobQueue> {
  const { pool, listener, supervise, log } = options;
  const boss = new PgBoss({
    db: {
      executeSql: (text: string, values?: unknown[]) => pool.query(text, values),
      listen: (channel, _wakeAll, onReconnect) => listener.listen(channel, wake, onReconnect),
    },
    schema: 'pgboss',
    migrate: false,
    createSchema: false,
    supervise,
    schedule: supervise,
    superviseIntervalSeconds: 2,
    monitorIntervalSeconds: 2,
    useListenNotify: supervise,
  });
  let turn = 0;
  function wake(name: string): void {
    const workers = boss.getWipData().filter((worker) => worker.name === name);
    for (const busy of workers.filter((worker) => worker.count > 0)) boss.notifyWorker(busy.id);
    const idle = workers.filter((worker) => worker.count === 0);
    turn += 1;
    const next = idle[turn % idle.length];
    if (next !== undefined) boss.notifyWorker(next.id);
  }
  boss.on('error', (error) => log.error({ err: error }, 'job queue'));
  boss.on('warning', (warning) => log.warn({ warning }, 'job queue'));
  await boss.start();
  const lasting = {
    notify: true,
    heartbeatSeconds: HEARTBEAT_SEC,
    expireInSeconds: LONGEST_JOB_SEC,
    // A killed or stopped worker uses up a retry too, and a run may outlive many workers.
    retryLimit: 10_000,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 10,
    deleteAfterSeconds: 3_600,
  };
  await boss.createQueue('probe-run', lasting);
  await boss.createQueue('brand-delete', lasting);
  await boss.createQueue('wiki-lint', lasting);
  await boss.createQueue('rewrite-lint', lasting);
  await boss.createQueue('rewrite-batch', lasting);
  // Gives up if the judge is down for hours.
  await boss.createQueue('prompt-stage', {
    ...lasting,
    retryLimit: 5,
    retryDelay: 30,
    retryDelayMax: 3_600,
  });
  await boss.createQueue('site-read', {
    ...lasting,
    retryLimit: 3,
    retryDelay: 60,
    expireInSeconds: 900,
  });
  // A notice counts its own attempts; a stopping worker does not use one up.
  const notice = { ...lasting, retryLimit: 30, retryDelay: 60, retryDelayMax: 3_600 };
  await boss.createQueue('incident-mail', { ...notice, expireInSeconds: 300 });
  await boss.createQueue('incident-slack', { ...notice, expireInSeconds: 300 });
  await boss.createQueue('daily', {
    notify: true,
    retryLimit: 3,
    retryDelay: 60,
    deleteAfterSeconds: 86_400,
  });
  // One waiting job is enough: it starts everything that is due, and the next job comes in a minute.
  await boss.createQueue('schedules', {
    notify: true,
    policy: 'short',
    retryLimit: 0,
    deleteAfterSeconds: 3_600,
  });

  return {
    boss,
    wake,
    async wakeDue() {
      const names = [...new Set(boss.getWipData().map(({ name }) => name))];
      const { rows } = await pool.query<{ name: string }>({ ...DUE, values: [names] });
      for (const { name } of rows) wake(name);
    },
    async send(em, name, data, debounce) {
      const owner = 'accountId' in data ? { group: { id: data.accountId } } : {};
      const once = debounce && {
        singletonKey: debounce.key,
        singletonSeconds: debounce.seconds,
        singletonNextSlot: true,
      };
      const origin = currentTraceLink();
      const carried: Carried<typeof name> = origin === null ? data : { ...data, origin };
      await boss.send(name, carried, { db: inTransaction(em), ...owner, ...once });
    },
    dispose: () => boss.stop({ graceful: true, timeout: 15_000 }),
  };
}
