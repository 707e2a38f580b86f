import type { Job } from 'pg-boss';
import type { Log } from '../observability/log.js';
import {
  codeOf,
  type RequestContext,
  runInContext,
  type Tracer,
} from '../observability/request-context.js';
import type { Carried, JobName, JobQueue, Jobs } from './queue.js';

/** The work of a job. `stop` asks the task to finish soon, `abort` to stop immediately. */
export type Task<N extends JobName> = (
  data: Jobs[N],
  signals: { stop: AbortSignal; abort: AbortSignal },
) => Promise<void>;
export type Tasks = { [N in JobName]: Task<N> };

export type JobObserver = (job: {
  job: JobName;
  outcome: 'done' | 'failed' | 'handed_back';
  seconds: number;
}) => void;

export interface Worker {
  /** Takes no more jobs, lets engine calls finish for up to 8 seconds, then returns jobs to the queue. */
  dispose(): Promise<void>;
}

/** How long engine calls in progress may finish after a stop, as their answers are already paid for. */
const LAST_ANSWERS_MS = 8_000;
/** Polls for jobs of dead workers and for retries, which send no notification. */
const LOOK_EVERY_MS = 1_000;
/** Scheduled jobs: the schedule sends them again, so they need no heartbeat. */
const CLOCKED: ReadonlySet<JobName> = new Set(['daily', 'schedules']);

export async function createWorker(options: {
  queue: JobQueue;
  tasks: Tasks;
  concurrency: number;
  log: Log;
  tracer: Tracer;
  /** Called at the end of every job. */
  observer: JobObserver;
}): Promise<Worker> {
  const { queue, tasks, concurrency, log, tracer, observer } = options;
  const { boss } = queue;
  const stop = new AbortController();
  const abort = new AbortController();
  const running = new Set<Promise<void>>();

  /** One account may use at most half of the workers of a queue, so that it never blocks all others. */
  async function work<N extends JobName>(
    name: N,
    localConcurrency: number,
    localGroupConcurrency = Math.ceil(localConcurrency / 2),
  ): Promise<void> {
    const perform = async (
      job: Job<Carried<N>>,
      data: Jobs[N],
      requestContext: RequestContext,
    ): Promise<void> => {
      // The job's own signal fires when the queue has given the job to another worker.
      const signals = {
        stop: AbortSignal.any([stop.signal, job.signal]),
        abort: AbortSignal.any([abort.signal, job.signal]),
      };
      const task = tasks[name](data, signals);
      running.add(task);
      // There may be more jobs in this queue.
      queue.wake(name);
      const startedMs = performance.now();
      const end = (outcome: Parameters<JobObserver>[0]['outcome'], failure?: string): void => {
        const seconds = (performance.now() - startedMs) / 1_000;
        requestContext.span?.end(failure);
        observer({ job: name, outcome, seconds });
      };
      try {
        await task;
        end('done');
        log.debug({ job: name, data }, 'job done');
      } catch (error) {
        end(stop.signal.aborted ? 'handed_back' : 'failed', codeOf(error));
        if (!stop.signal.aborted)
          log.error({ err: error, job: name, data }, 'job failed; will retry');
        throw error;
      } finally {
        running.delete(task);
      }
    };
    const handle = async ([job]: Job<Carried<N>>[]): Promise<void> => {
      if (job === undefined) return;
      if (stop.signal.aborted) throw new Error('this worker is stopping');
      // Scheduled jobs have no data.
      const { origin, ...data } = (job.data as Carried<N> | null) ?? ({} as Carried<N>);
      // Without a request behind it, the job's id is the request id.
      const requestId = origin?.requestId ?? job.id;
      const attributes = { 'answerscope.job': name, 'answerscope.request_id': requestId };
      const start = { name: `job ${name}`, kind: 'consumer' as const, attributes };
      const context = { requestId, span: tracer.begin(start, origin?.traceparent) };
      return runInContext(context, () => perform(job, data as unknown as Jobs[N], context));
    };
    // `wakeDue` polls more often, for all workers together.
    const intervals = { pollingIntervalSeconds: 10, notifyPollingIntervalSeconds: 10 };
    const heartbeat = CLOCKED.has(name) ? {} : { heartbeatRefreshSeconds: 3 };
    await boss.work<Carried<N>>(
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
  // A dead URL blocks a worker for up to 15 seconds, so each account gets at most a third of them.
  await work('incident-slack', 6, 2);
  await work('daily', 1);
  await work('schedules', 1);
  const names = Object.keys(tasks) as JobName[];
  const look = () =>
    queue
      .wakeDue()
      .catch((error) => log.debug({ err: error }, 'the job queues could not be polled'))
      .finally(() => {
        if (!stop.signal.aborted) looking.refresh();
      });
  // Restarted after each poll, so that polls of a slow database do not pile up.
  const looking = setTimeout(look, LOOK_EVERY_MS).unref();
  await boss.schedule('daily', '17 3 * * *');
  await boss.schedule('schedules', '* * * * *');

  async function end(): Promise<void> {
    clearTimeout(looking);
    stop.abort();
    // Otherwise this worker would fetch returned jobs again until the queue itself stops.
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
