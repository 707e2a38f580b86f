import type { Config } from '../config/config.js';
import type { Log } from './log.js';
import type { Tracer } from './request-context.js';

/** Loads OpenTelemetry only if a collector is configured. */
export async function createTracer(
  { traces, appEnv, region }: Pick<Config, 'traces' | 'appEnv' | 'region'>,
  log: Log,
): Promise<Tracer> {
  if (traces === null) return { begin: () => null, dispose: async () => {} };
  const { createOtelTracer } = await import('./otel.js');
  return createOtelTracer({ ...traces, appEnv, region }, log);
}
