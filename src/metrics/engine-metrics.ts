import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { EngineObserver } from '../engines/observer.js';

/** Metrics of engine calls, circuit breakers and concurrency. */
export function createEngineMetrics(registry: Registry): EngineObserver {
  const registers = [registry];
  const calls = new Counter({
    name: 'answerscope_engine_calls_total',
    help: 'Engine calls by outcome: answered, or the error code.',
    labelNames: ['platform', 'sandbox', 'outcome'],
    registers,
  });
  const seconds = new Histogram({
    name: 'answerscope_engine_call_seconds',
    help: 'Seconds of an engine call, including retries and the wait for a place.',
    labelNames: ['platform', 'sandbox'],
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 45, 90],
    registers,
  });
  const open = new Gauge({
    name: 'answerscope_engine_breaker_open',
    help: '1 while the circuit breaker of an engine is open after consecutive failures.',
    labelNames: ['platform'],
    registers,
  });
  const changes = new Counter({
    name: 'answerscope_engine_breaker_changes_total',
    help: 'Changes of the circuit breaker of an engine, to open or closed.',
    labelNames: ['platform', 'to'],
    registers,
  });
  const places = new Gauge({
    name: 'answerscope_engine_places',
    help: 'Engine calls that are running, or waiting for a place.',
    labelNames: ['platform', 'state'],
    registers,
  });
  return {
    called({ platform, sandbox, outcome, seconds: taken }) {
      const labels = { platform, sandbox: String(sandbox) };
      calls.inc({ ...labels, outcome });
      seconds.observe(labels, taken);
    },
    breaker({ platform, isOpen }) {
      open.set({ platform }, isOpen ? 1 : 0);
      changes.inc({ platform, to: isOpen ? 'open' : 'closed' });
    },
    places({ platform, running, waiting }) {
      places.set({ platform, state: 'running' }, running);
      places.set({ platform, state: 'waiting' }, waiting);
      // Exposes the gauge before the breaker opens for the first time.
      open.inc({ platform }, 0);
    },
  };
}
