import { Gauge, type Registry } from 'prom-client';
import type { Deps } from '../deps.js';
import { type Backlog, readBacklog } from '../services/operations/backlog.js';

/** One look serves all gauges of a scrape, and whoever scrapes more often than this. */
const KEPT_MS = 1_000;

/** What waits in the database for any process; while it is away the last numbers stand. */
export function addBacklogMetrics(registry: Registry, deps: Deps): void {
  let lookedMs = Number.NEGATIVE_INFINITY;
  let last: Promise<Backlog | null> = Promise.resolve(null);
  const look = (): Promise<Backlog | null> => {
    if (performance.now() - lookedMs > KEPT_MS) {
      lookedMs = performance.now();
      last = readBacklog(deps).catch(() => null);
    }
    return last;
  };
  const gauge = <const Labels extends string>(
    name: string,
    help: string,
    labelNames: readonly Labels[],
    show: (backlog: Backlog, set: (labels: Record<Labels, string>, value: number) => void) => void,
  ) =>
    new Gauge({
      name: `answerscope_${name}`,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        const backlog = await look();
        if (backlog !== null) show(backlog, (labels, value) => this.set(labels, value));
      },
    });

  gauge(
    'jobs',
    'Jobs that wait for a worker or are running.',
    ['job', 'state'],
    ({ jobs }, set) => {
      for (const { job, waiting, running } of jobs) {
        set({ job, state: 'waiting' }, waiting);
        set({ job, state: 'running' }, running);
      }
    },
  );
  gauge(
    'job_oldest_waiting_seconds',
    'How long the oldest job that could be taken has been waiting; 0 without one.',
    ['job'],
    ({ jobs }, set) => {
      for (const { job, oldestSec } of jobs) set({ job }, oldestSec);
    },
  );
  gauge(
    'webhook_facts_pending',
    'Facts that are still to be turned into deliveries.',
    [],
    ({ webhooks }, set) => set({}, webhooks.facts),
  );
  gauge(
    'webhook_endpoints_due',
    'Endpoints for which a delivery is due.',
    [],
    ({ webhooks }, set) => set({}, webhooks.endpointsDue),
  );
  gauge(
    'webhook_oldest_due_seconds',
    'How long the delivery that is due the longest has been due; 0 without one.',
    [],
    ({ webhooks }, set) => set({}, webhooks.oldestSec),
  );
}
