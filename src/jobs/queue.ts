import { CompiledQuery, type Transaction as QueryRunner } from 'kysely';
import type { Pool } from 'pg';
import { PgBoss } from 'pg-boss';
import type { Transaction } from '../database/db.js';
import type { Listener } from '../database/listen.js';
import type { Log } from '../observability/log.js';
import { currentTraceLink, type TraceLink } from '../observability/request-context.js';

/** What each queue's jobs carry: whose work it is, and on what. */
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
 * Of the jobs with one key the first of so many seconds runs at once and the others are one more, at the end of them:
 * it finds what the last of them would have found.
 */
export interface Debounce {
  key: string;
  seconds: number;
}

/** Every job also says which request it comes from, if one is behind it. */
export type Carried<N extends JobName> = Jobs[N] & { origin?: TraceLink };

export interface Queue {
  /** Enqueues in the caller's transaction: the job exists if and only if the fact does. */
  send<N extends JobName>(
    tx: Transaction,
    name: N,
    data: Jobs[N],
    debounce?: Debounce,
  ): Promise<void>;
}

/** A worker that says nothing for this long is dead, and its job goes to another. */
const HEARTBEAT_SEC = 10;
const LONGEST_JOB_SEC = 6 * 3_600;

/** Jobs whose time has come, and those of dead workers, which `supervise` has put back. */
const DUE = {
  name: 'due-jobs',
  text: `select queue.name from unnest($1::text[]) as queue (name) where exists (
    select from pgboss.job where job.name = queue.name and state < 'active' and not blocked and start_after <= pgboss.job_now())`,
};

/** Statements of the queue inside a transaction of the ORM. */
const inTransaction = (tx: Transaction) => {
  const transaction = tx.em.getTransactionContext<QueryRunner<unknown>>();
  if (transaction === undefined)
    throw new Error('a job is enqueued in the transaction of its fact');
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
   * There is news of jobs: one idle worker of this process looks now, and busy ones look again when
   * they are done. Each look is a statement, so not all look at once: who finds a job wakes the next.
   */
  wake(name: JobName): void;
  /** Wakes those whose job is due: one statement, however many queues and workers there are. */
  wakeDue(): Promise<void>;
  dispose(): Promise<void>;
}

/** `supervise` is for processes that work: they also look after dead workers' jobs and the daily clock. */
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
    // A worker that is killed or stopped uses up a try, too, and a run may outlive many of them.
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
  // A judge that is down for hours is no reason to ask it for ever.
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
  // A notice counts its own attempts, of which a worker that stops uses up none.
  const notice = { ...lasting, retryLimit: 30, retryDelay: 60, retryDelayMax: 3_600 };
  await boss.createQueue('incident-mail', { ...notice, expireInSeconds: 300 });
  await boss.createQueue('incident-slack', { ...notice, expireInSeconds: 300 });
  await boss.createQueue('daily', {
    notify: true,
    retryLimit: 3,
    retryDelay: 60,
    deleteAfterSeconds: 86_400,
  });
  // One that waits is enough: it looks at all that is due, and the next one comes in a minute.
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
    async send(tx, name, data, debounce) {
      const owner = 'accountId' in data ? { group: { id: data.accountId } } : {};
      const once = debounce && {
        singletonKey: debounce.key,
        singletonSeconds: debounce.seconds,
        singletonNextSlot: true,
      };
      const origin = currentTraceLink();
      const carried: Carried<typeof name> = origin === null ? data : { ...data, origin };
      await boss.send(name, carried, { db: inTransaction(tx), ...owner, ...once });
    },
    dispose: () => boss.stop({ graceful: true, timeout: 15_000 }),
  };
}
