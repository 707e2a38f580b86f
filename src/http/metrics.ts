import type { RequestHandler } from 'express';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Deps } from '../deps.js';
import type { EngineObserver } from '../engines/observer.js';
import { readTallies, type Tally } from '../services/tally.js';
import { createEngineMetrics } from './engine-metrics.js';

export interface Metrics {
  /** Times every request by its method, kind of path and status. */
  measure: RequestHandler;
  /** The exposition that a collector reads. */
  expose: RequestHandler;
  /** Counts the calls of engines. */
  engines: EngineObserver;
  /** Adds what is counted in the database, by all processes. */
  addTallies(deps: Deps): void;
}

/** The first two segments tell one endpoint family from another without a label per id. */
const familyOf = (path: string): string => {
  const [first = '', second = ''] = path.split('/').slice(1);
  return first === 'api'
    ? `/api/${/^[a-z0-9-]{1,20}$/.test(second) ? second : '*'}`
    : /^[a-z-]{1,20}$/.test(first)
      ? `/${first}`
      : '/*';
};

/** What only a path that is there answers with. */
const isReal = (method: string, status: number): boolean =>
  method !== 'OPTIONS' && (status < 400 || status === 401 || status === 405);

/** Counted where all processes count, since those that work have no door of their own. */
const TALLIES: Record<Tally['name'], string> = {
  webhook_alerts: 'Webhooks that had not arrived a day after their first attempt.',
  webhook_exhausted: 'Webhooks whose last attempt failed.',
};

function addTallies(registry: Registry, deps: Deps): void {
  for (const [name, help] of Object.entries(TALLIES))
    new Counter({
      name: `answerscope_${name}_total`,
      help,
      registers: [registry],
      async collect() {
        // While the database is away the last count stands.
        const tallies = await readTallies(deps).catch(() => null);
        if (tallies === null) return;
        this.reset();
        this.inc(tallies.find((tally) => tally.name === name)?.count ?? 0);
      },
    });
}

export function createMetrics(): Metrics {
  /** Paths that are there. All others are counted as one, or whoever tries many would fill the memory. */
  const real = new Set<string>();
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: 'answerscope_http_request_seconds',
    help: 'Time to answer a request.',
    labelNames: ['method', 'path', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  return {
    engines: createEngineMetrics(registry),
    addTallies: (deps) => addTallies(registry, deps),
    measure(req, res, next) {
      const end = seconds.startTimer();
      const family = familyOf(req.path);
      res.on('finish', () => {
        const { method } = req;
        if (isReal(method, res.statusCode)) real.add(family);
        const path = real.has(family) ? family : '/*';
        end({ method, path, status: String(res.statusCode) });
      });
      next();
    },
    async expose(_req, res) {
      res.type(registry.contentType).send(await registry.metrics());
    },
  };
}
