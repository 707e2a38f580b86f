import type { Pool } from 'pg';
import { Gauge, Histogram, type Registry } from 'prom-client';
import type { StatementObserver } from '../database/connections.js';

/** Times every statement of the pool. */
export function createStatementMetrics(registry: Registry): StatementObserver {
  const seconds = new Histogram({
    name: 'answerscope_database_statement_seconds',
    help: 'Time of a statement, from its sending to its last row.',
    labelNames: ['outcome'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  return ({ outcome, seconds: taken }) => seconds.observe({ outcome }, taken);
}

/** Connections of the process's one pool, and who waits for one. */
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
