import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { EngineObserver } from '../engines/observer.js';

/** Counts what happens at the engines. */
export function createEngineMetrics(registry: Registry): EngineObserver {
  const registers = [registry];
  const calls = new Counter({
    name: 'answerscope_engine_calls_total',
    help: 'Calls of engines by what came of them: answered, or the code of the failure.',
    labelNames: ['platform', 'sandbox', 'outcome'],
    registers,
  });
  const seconds = new Histogram({
    name: 'answerscope_engine_call_seconds',
    help: 'Time of a call of an engine, with its retries and its wait for a place.',
    labelNames: ['platform', 'sandbox'],
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 45, 90],
    registers,
  });
  const open = new Gauge({
    name: 'answerscope_engine_breaker_open',
    help: '1 while an engine is left alone after failures in a row.',
    labelNames: ['platform'],
    registers,
  });
  const changes = new Counter({
    name: 'answerscope_engine_breaker_changes_total',
    help: 'How often an engine was left alone (open) and asked again (closed).',
    labelNames: ['platform', 'to'],
    registers,
  });
  const places = new Gauge({
    name: 'answerscope_engine_places',
    help: 'Calls that an engine works on (running), and that wait for a place (waiting).',
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
      // Shown from the start, while nothing has opened it yet.
      open.inc({ platform }, 0);
    },
  };
}
