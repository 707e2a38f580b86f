import type { PgBoss, Queue } from 'pg-boss';
import type { JobName } from './queue.js';

/** A worker that says nothing for this long is dead, and its job goes to another. */
const HEARTBEAT_SEC = 10;
const LONGEST_JOB_SEC = 6 * 3_600;

type Options = Omit<Queue, 'name'>;

const LASTING: Options = {
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
/** A notice counts its own attempts, of which a worker that stops uses up none. */
const NOTICE: Options = {
  ...LASTING,
  retryLimit: 30,
  retryDelay: 60,
  retryDelayMax: 3_600,
  expireInSeconds: 300,
};

const OPTIONS: Record<JobName, Options> = {
  'probe-run': LASTING,
  'brand-delete': LASTING,
  'wiki-lint': LASTING,
  'rewrite-lint': LASTING,
  'rewrite-batch': LASTING,
  // A judge that is down for hours is no reason to ask it for ever.
  'prompt-stage': { ...LASTING, retryLimit: 5, retryDelay: 30, retryDelayMax: 3_600 },
  'site-read': { ...LASTING, retryLimit: 3, retryDelay: 60, expireInSeconds: 900 },
  'incident-mail': NOTICE,
  'incident-slack': NOTICE,
  daily: { notify: true, retryLimit: 3, retryDelay: 60, deleteAfterSeconds: 86_400 },
  // One that waits is enough: it looks at all that is due, and the next one comes in a minute.
  schedules: { notify: true, policy: 'short', retryLimit: 0, deleteAfterSeconds: 3_600 },
};

export const QUEUE_NAMES: readonly string[] = Object.keys(OPTIONS);

/** A queue is the owner's to make: its row names a table, which the job library's upgrades put into statements. */
export async function makeQueues(boss: PgBoss): Promise<void> {
  for (const [name, options] of Object.entries(OPTIONS)) await boss.createQueue(name, options);
}
