import type { Job } from 'pg-boss';
import type { Log } from '../log.js';
import type { JobName, JobQueue, Jobs } from './queue.js';

/** What a job does. `stop` asks it to come to an end, `abort` to break off at once. */
export type Task<N extends JobName> = (
  data: Jobs[N],
  signals: { stop: AbortSignal; abort: AbortSignal },
) => Promise<void>;
export type Tasks = { [N in JobName]: Task<N> };

export interface Worker {
  /** Takes no more jobs, lets engines finish for a while, then hands the rest back to the queue. */
  dispose(): Promise<void>;
}

/** How long an engine that is being asked may still answer after a stop: its answer is paid for. */
const LAST_ANSWERS_MS = 8_000;
/** Jobs of dead workers and jobs to be tried again come without news. */
const LOOK_EVERY_MS = 1_000;
/** Sent by the clock, and sent again by it: nobody has to watch over them. */
const CLOCKED: ReadonlySet<JobName> = new Set(['daily', 'schedules']);

export async function createWorker(options: {
  queue: JobQueue;
  tasks: Tasks;
  concurrency: number;
  log: Log;
}): Promise<Worker> {
  const { queue, tasks, concurrency, log } = options;
  const { boss } = queue;
  const stop = new AbortController();
  const abort = new AbortController();
  const running = new Set<Promise<void>>();

  /** One account may take half of the places at most, so that it never makes all others wait. */
  async function work<N extends JobName>(
    name: N,
    localConcurrency: number,
    localGroupConcurrency = Math.ceil(localConcurrency / 2),
  ): Promise<void> {
    const handle = async ([job]: Job<Jobs[N]>[]): Promise<void> => {
      if (job === undefined) return;
      if (stop.signal.aborted) throw new Error('this worker is stopping');
      // The job's own signal tells that the queue has given it to another worker.
      const signals = {
        stop: AbortSignal.any([stop.signal, job.signal]),
        abort: AbortSignal.any([abort.signal, job.signal]),
      };
      const task = tasks[name](job.data, signals);
      running.add(task);
      // Where one job was, there may be more.
      queue.wake(name);
      try {
        await task;
      } catch (error) {
        if (!stop.signal.aborted)
          log.error(
            { err: error, job: name, data: job.data },
            'a job failed and will be tried again',
          );
        throw error;
      } finally {
        running.delete(task);
      }
    };
    // Ours looks far more often, for all workers together.
    const intervals = { pollingIntervalSeconds: 10, notifyPollingIntervalSeconds: 10 };
    const heartbeat = CLOCKED.has(name) ? {} : { heartbeatRefreshSeconds: 3 };
    await boss.work<Jobs[N]>(
      name,
      { batchSize: 1, localConcurrency, localGroupConcurrency, ...intervals, ...heartbeat },
      handle,
    );
  }

  await work('probe-run', concurrency);
  await work('brand-delete', 1);
  await work('prompt-stage', 2);
  await work('site-read', 2);
  await work('wiki-lint', 1);
  await work('rewrite-lint', 1);
  await work('rewrite-batch', 2);
  await work('incident-mail', 2);
  // A dead URL holds its places for up to 15 seconds: no account has more than a third of them.
  await work('incident-slack', 6, 2);
  await work('daily', 1);
  await work('schedules', 1);
  const names = Object.keys(tasks) as JobName[];
  const looking = setInterval(() => {
    for (const name of names) queue.wake(name);
  }, LOOK_EVERY_MS).unref();
  await boss.schedule('daily', '17 3 * * *');
  await boss.schedule('schedules', '* * * * *');

  async function end(): Promise<void> {
    clearInterval(looking);
    stop.abort();
    // Else what is handed back would be taken again, here, until the queue itself stops.
    for (const name of names) await boss.offWork(name, { wait: false });
    const timer = setTimeout(() => abort.abort(), LAST_ANSWERS_MS);
    await Promise.allSettled([...running]);
    clearTimeout(timer);
  }
  let ended: Promise<void> | undefined;
  const dispose = (): Promise<void> => {
    ended ??= end();
    return ended;
  };
  return { dispose };
}
