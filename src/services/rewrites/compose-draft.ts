import type { Deps } from '../../deps.js';
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
  /** One per engine that was asked. */
  calls: SpentCall[];
}

export interface ComposeLimits {
  /** For one engine, and for all of them one after the other. */
  attemptMs: number;
  wholeMs: number;
}

/** Nothing is written in less, and an engine that is asked wants its money. */
const LEAST_MS = 1_000;

function codeOf(deps: Deps, error: unknown): string {
  if (error instanceof EngineError) return error.code;
  deps.log.error({ err: error }, 'an engine failed in an unforeseen way');
  return 'UNAVAILABLE';
}

/** Those that can write, in their order; none in the sandbox, which writes by itself. Throws DEGRADED where nobody can. */
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

/** Asks one engine after the other until one writes, or time is up. */
export async function composeDraft(
  deps: Deps,
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
