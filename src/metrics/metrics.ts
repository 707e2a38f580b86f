import type { RequestHandler } from 'express';
import type { Pool } from 'pg';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { StatementObserver } from '../database/connections.js';
import type { Deps } from '../deps.js';
import type { EngineObserver } from '../engines/observer.js';
import type { JobObserver } from '../jobs/worker.js';
import { droppedLines } from '../observability/log-sink.js';
import { routeOf } from '../request/request-facts.js';
import {
  readWebhookCounters,
  type WebhookCounters,
} from '../services/webhooks/webhook-delivery.js';
import type { PostObserver } from '../webhooks/attempt.js';
import {
  addBacklogMetrics,
  addPoolMetrics,
  addSpendMetrics,
  createStatementMetrics,
} from './database-metrics.js';
import { createEngineMetrics } from './engine-metrics.js';
import { createJobMetrics, createPostMetrics } from './job-metrics.js';
import { createLimitMetrics, type LimitObserver } from './limit-metrics.js';
import { createOperationMetrics, type OperationObserver } from './operation-metrics.js';

export interface Metrics {
  /** Measures every request by method, route and status. */
  measure: RequestHandler;
  /** Serves the metrics in Prometheus format. */
  expose: RequestHandler;
  /** Counts engine calls. */
  engines: EngineObserver;
  statements: StatementObserver;
  jobs: JobObserver;
  posts: PostObserver;
  operations: OperationObserver;
  limits: LimitObserver;
  /** Adds metrics from the database, for all processes, and those of this process's pool. */
  addDatabase(deps: Deps, pool: Pool): void;
}

/** Counted in the database for all processes, because workers may serve no metrics. */
const TALLIES: Record<WebhookCounters['name'], string> = {
  webhook_alerts: 'Webhook deliveries that had not succeeded a day after their first attempt.',
  webhook_exhausted: 'Webhook deliveries whose last attempt failed.',
};

function addTallies(registry: Registry, deps: Deps): void {
  for (const [name, help] of Object.entries(TALLIES))
    new Counter({
      name: `answerscope_${name}_total`,
      help,
      registers: [registry],
      async collect() {
        // Without the database, the last value remains.
        const tallies = await readWebhookCounters(deps).catch(() => null);
        if (tallies === null) return;
        this.reset();
        this.inc(tallies.find((tally) => tally.name === name)?.count ?? 0);
      },
    });
}

/** Collections take at most a tenth of the time, however frequent the scrapes; results are at most this old. */
const LONGEST_KEPT_MS = 1_000;

/** Runs one collection at a time and shares its result, also for a while afterwards. */
function shareCollections(collect: () => Promise<string>): () => Promise<string> {
  let last: Promise<string> | undefined;
  let untilMs = 0;
  return () => {
    if (last !== undefined && performance.now() < untilMs) return last;
    const startedMs = performance.now();
    untilMs = Number.POSITIVE_INFINITY;
    last = collect().finally(() => {
      const endedMs = performance.now();
      untilMs = endedMs + Math.min(9 * (endedMs - startedMs), LONGEST_KEPT_MS);
    });
    return last;
  };
}

function addDroppedLines(registry: Registry): void {
  new Counter({
    name: 'answerscope_log_lines_dropped_total',
    help: 'Log lines dropped because they were not read in time or could not be written.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(droppedLines());
    },
  });
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addDroppedLines(registry);
  const seconds = new Histogram({
    name: 'answerscope_http_request_seconds',
    help: 'Seconds to answer a request.',
    labelNames: ['method', 'path', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  const collect = shareCollections(() => registry.metrics());
  return {
    engines: createEngineMetrics(registry),
    statements: createStatementMetrics(registry),
    jobs: createJobMetrics(registry),
    posts: createPostMetrics(registry),
    operations: createOperationMetrics(registry),
    limits: createLimitMetrics(registry),
    addDatabase(deps, pool) {
      addTallies(registry, deps);
      addPoolMetrics(registry, pool);
      addBacklogMetrics(registry, deps);
      addSpendMetrics(registry, deps);
    },
    measure(req, res, next) {
      const end = seconds.startTimer();
      res.on('finish', () => {
        // All unknown paths share one series, so that a caller cannot fill the memory with new ones.
        const path = routeOf(req) ?? '/*';
        end({ method: req.method, path, status: String(res.statusCode) });
      });
      next();
    },
    async expose(_req, res) {
      res.type(registry.contentType).send(await collect());
    },
  };
}
