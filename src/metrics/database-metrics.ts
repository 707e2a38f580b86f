import type { Pool } from 'pg';
import { Gauge, Histogram, type Registry } from 'prom-client';
import type { StatementObserver } from '../database/connections.js';
import type { Deps } from '../deps.js';
import { type Backlog, readBacklog } from '../services/operations/backlog.js';

/** Measures the time of every statement of the pool. */
export function createStatementMetrics(registry: Registry): StatementObserver {
  const seconds = new Histogram({
    name: 'answerscope_database_statement_seconds',
    help: 'Seconds from sending a statement to receiving its last row.',
    labelNames: ['outcome'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  return ({ outcome, seconds: taken }) => seconds.observe({ outcome }, taken);
}

/** Connections of the process's pool, and statements that wait for one. */
export function addPoolMetrics(registry: Registry, pool: Pool): void {
  new Gauge({
    name: 'answerscope_database_connections',
    help: 'Connections of the pool that are in use or idle, and statements that wait for one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'in_use' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
}

/** Daily engine budget of all processes, used and limit. Without the database, the last values remain. */
export function addSpendMetrics(registry: Registry, { spend }: Deps): void {
  new Gauge({
    name: 'answerscope_engine_budget',
    help: 'Live engine calls and US dollars of this UTC day, used and limit, for all processes. Running calls count with their largest possible cost.',
    labelNames: ['unit', 'kind'],
    registers: [registry],
    async collect() {
      const state = await spend.read().catch(() => null);
      if (state === null) return;
      const { calls, usd, limits } = state;
      this.set({ unit: 'calls', kind: 'used' }, calls);
      this.set({ unit: 'calls', kind: 'limit' }, limits.calls);
      this.set({ unit: 'usd', kind: 'used' }, usd);
      this.set({ unit: 'usd', kind: 'limit' }, limits.usd);
    },
  });
}

/** The backlog is read at most once in this time, for all gauges and scrapes. */
const KEPT_MS = 1_000;

/** Backlog in the database, for all processes. Without the database, the last values remain. */
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
    'Seconds for which the oldest job that is ready has been waiting; 0 without one.',
    ['job'],
    ({ jobs }, set) => {
      for (const { job, oldestSec } of jobs) set({ job }, oldestSec);
    },
  );
  gauge(
    'webhook_facts_pending',
    'Events in the outbox that are not yet turned into deliveries.',
    [],
    ({ webhooks }, set) => set({}, webhooks.facts),
  );
  gauge(
    'webhook_endpoints_due',
    'Webhook endpoints with a delivery that is due.',
    [],
    ({ webhooks }, set) => set({}, webhooks.endpointsDue),
  );
  gauge(
    'webhook_oldest_due_seconds',
    'Seconds for which the oldest due delivery has been due; 0 without one.',
    [],
    ({ webhooks }, set) => set({}, webhooks.oldestSec),
  );
}
