import type { Deps, StoreDeps } from '../../deps.js';
import type { Draft } from '../../domain/text/draft.js';
import { toCount, toStorable } from '../../domain/text/storable.js';
import { untilAborted } from '../../engines/abort.js';
import { type Composition, type Engine, EngineError } from '../../engines/engine.js';
import { AppError } from '../../errors.js';
import { createTimeLimit } from '../input/time-limit.js';
import type { SpentCall } from '../limits/engine-call.js';
import { toAssignment, toDraft, type Work } from './draft-assignment.js';

export interface Composed {
  /** Null when every engine failed. */
  written: {
    draft: Draft;
    platform: string;
    model: string;
    tokensUsed: number;
    costUsd: number | null;
  } | null;
  /** One call per engine asked. */
  calls: SpentCall[];
}

export interface ComposeLimits {
  /** Limits for one engine, and for all engines in sequence. */
  attemptMs: number;
  wholeMs: number;
}

/** No engine can write in less time, and a call that is cut off still costs money. */
const LEAST_MS = 1_000;

function codeOf(deps: StoreDeps, error: unknown): string {
  if (error instanceof EngineError) return error.code;
  deps.log.error({ err: error }, 'an engine failed with an unexpected error');
  return 'UNAVAILABLE';
}

/**
 * Engines that can write, in order; empty in the sandbox, which has its own writer. Throws DEGRADED
 * when no engine can write.
 */
export function listComposers(deps: Deps, environment: 'live' | 'test'): Engine[] {
  const set = deps.engines.forEnvironment(environment);
  if (set.sandbox) return [];
  const engines = set.configured
    .flatMap((platform) => set.get(platform) ?? [])
    .filter(({ compose }) => compose !== null);
  if (engines.length === 0)
    throw new AppError('DEGRADED', 'no engine that can write is configured on this server', {
      retryAfterSec: 60,
    });
  return engines;
}

/** Asks one engine after another until one succeeds or the time is up. */
export async function composeDraft(
  deps: StoreDeps,
  engines: readonly Engine[],
  work: Work,
  { attemptMs, wholeMs }: ComposeLimits,
  drainSignal?: AbortSignal,
): Promise<Composed> {
  const assignment = toAssignment(work);
  const endMs = performance.now() + wholeMs;
  const calls: SpentCall[] = [];
  for (const engine of engines) {
    const { platform, sandbox, compose } = engine;
    const startedMs = performance.now();
    const leftMs = endMs - startedMs;
    if (compose === null || leftMs < LEAST_MS || drainSignal?.aborted) continue;
    const limit = createTimeLimit(Math.min(attemptMs, leftMs), drainSignal);
    const spent = (made: Composition | null, errorCode: string | null): SpentCall => ({
      purpose: 'rewrite',
      platform,
      sandbox,
      model: toStorable(made?.model ?? ''),
      status: errorCode === null ? 'answered' : 'failed',
      errorCode,
      tokensUsed: toCount(made?.tokensUsed ?? 0),
      costUsd: made?.costUsd ?? null,
      latencyMs: Math.round(performance.now() - startedMs),
      askedAt: deps.now(),
    });
    try {
      const made = await untilAborted(platform, limit.signal, compose(assignment, limit.signal));
      const draft = toDraft(made.value);
      const call = spent(made, draft === null ? 'MALFORMED' : null);
      calls.push(call);
      if (draft !== null) return { written: { ...call, draft }, calls };
    } catch (error) {
      calls.push(spent(null, codeOf(deps, error)));
    } finally {
      limit.end();
    }
  }
  return { written: null, calls };
}
