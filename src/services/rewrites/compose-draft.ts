import type { Deps } from '../../deps.js';
import type { Draft } from '../../domain/text/draft.js';
import { toCount, toStorable } from '../../domain/text/storable.js';
import { type Composition, type Engine, EngineError } from '../../engines/engine.js';
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

/** Ends with the limit or the hurry even if the engine listens to neither. */
async function within<T>(
  limitMs: number,
  drainSignal: AbortSignal | undefined,
  platform: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const ended = Promise.withResolvers<never>();
  const late = () => {
    ended.reject(new EngineError('TIMEOUT', `${platform}: no answer in time`));
    limit.abort(new DOMException('no answer in time', 'TimeoutError'));
  };
  // An engine is not to blame for a caller who leaves: enough time-outs, and it would be left alone.
  const end = () => {
    ended.reject(new EngineError('ABORTED', `${platform}: nobody waits for it any more`));
    limit.abort();
  };
  const timer = setTimeout(late, limitMs);
  drainSignal?.addEventListener('abort', end, { once: true });
  try {
    if (drainSignal?.aborted) end();
    return await Promise.race([ended.promise, work(limit.signal)]);
  } finally {
    clearTimeout(timer);
    drainSignal?.removeEventListener('abort', end);
  }
}

function codeOf(deps: Deps, error: unknown): string {
  if (error instanceof EngineError) return error.code;
  deps.log.error({ err: error }, 'an engine failed in an unforeseen way');
  return 'UNAVAILABLE';
}

/** Those that can; the sandbox composes nothing. */
export function listComposers(deps: Deps, environment: 'live' | 'test'): Engine[] {
  const set = deps.engines.forEnvironment(environment);
  return set.configured
    .map((platform) => set.get(platform))
    .filter(
      (engine) => engine !== undefined && !engine.sandbox && engine.compose !== null,
    ) as Engine[];
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
    const limitMs = Math.min(attemptMs, leftMs);
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
      const made = await within(limitMs, drainSignal, platform, (signal) =>
        compose(assignment, signal),
      );
      const draft = toDraft(made.value);
      const call = spent(made, draft === null ? 'MALFORMED' : null);
      calls.push(call);
      if (draft !== null) return { written: { ...call, draft }, calls };
    } catch (error) {
      calls.push(spent(null, codeOf(deps, error)));
    }
  }
  return { written: null, calls };
}
