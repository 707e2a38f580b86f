import { Gauge, type Registry } from 'prom-client';
import type { Deps } from '../deps.js';

/** What all processes have spent on live engines today, and may; while the database is away the last numbers stand. */
export function addSpendMetrics(registry: Registry, { spend }: Deps): void {
  new Gauge({
    name: 'answerscope_engine_budget',
    help: 'Live engine calls and US dollars of this UTC day, for all processes: used, calls under way counted with the most they may cost, and the limit.',
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
