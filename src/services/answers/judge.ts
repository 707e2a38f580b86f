import type { EngineDeps, StoreDeps, Tenant } from '../../deps.js';
import { toCount, toStorable } from '../../domain/text/storable.js';
import { type Assignment, type Compose, EngineError } from '../../engines/engine.js';
import { type Cause, recordEngineCalls, type SpentCall } from '../limits/engine-call.js';

export interface JudgeEngine {
  platform: string;
  compose: Compose;
}

/** One vote as received. */
interface Vote<V> {
  /** Null when the vote was rejected or missing. */
  vote: V | null;
  /** Undefined when nothing was received. */
  raw: unknown;
  call: SpentCall;
}

export interface Poll<V> {
  /** Valid votes: too few when the judge failed. */
  votes: V[];
  model: string;
  /** All votes received, including rejected ones. */
  raw: unknown[];
}

export const JUDGE_MS = 20_000;
/** Maximum number of votes per poll. */
export const MOST_VOTES = 3;

/** The engine named by JUDGE_PLATFORM, if it may receive data of the tenant: test data is never sent. */
export function findJudge(deps: StoreDeps & EngineDeps, tenant: Tenant): JudgeEngine | null {
  const platform = deps.config.judgePlatform;
  if (platform === undefined || tenant.environment === 'test') return null;
  const engine = deps.engines.forEnvironment(tenant.environment).get(platform);
  return engine?.compose && !engine.sandbox ? { platform, compose: engine.compose } : null;
}

/** Never rejects: a failed call is a missing vote, and its cost is recorded. */
async function askJudge<V>(
  deps: StoreDeps,
  { platform, compose }: JudgeEngine,
  assignment: Assignment,
  read: (value: unknown) => V | null,
  signal: AbortSignal,
): Promise<Vote<V>> {
  const startedMs = performance.now();
  const facts = { purpose: 'judge' as const, platform, sandbox: false, askedAt: deps.now() };
  const latencyMs = () => Math.round(performance.now() - startedMs);
  try {
    const { value, model, tokensUsed, costUsd } = await compose(assignment, signal);
    const bill = { model: toStorable(model), tokensUsed: toCount(tokensUsed), costUsd };
    const call = { ...facts, ...bill, latencyMs: latencyMs() };
    return {
      vote: read(value),
      raw: value,
      call: { ...call, status: 'answered', errorCode: null },
    };
  } catch (error) {
    if (!(error instanceof EngineError))
      deps.log.error({ err: error }, 'the judge failed with an unexpected error');
    const errorCode = error instanceof EngineError ? error.code : 'UNAVAILABLE';
    const call = { ...facts, model: '', tokensUsed: 0, costUsd: null, latencyMs: latencyMs() };
    return { vote: null, raw: undefined, call: { ...call, status: 'failed', errorCode } };
  }
}

/**
 * Takes two votes, and a third when they disagree or one is invalid, all within `timeoutMs`. The
 * calls are recorded in the ledger, apart from the cost of runs; a failure to record them does not
 * fail the poll.
 */
export async function poll<V>(
  deps: StoreDeps,
  tenant: Tenant,
  judge: JudgeEngine,
  question: {
    assignment: Assignment;
    read: (value: unknown) => V | null;
    agree: (a: V, b: V) => boolean;
    cause?: Cause;
  },
  signal: AbortSignal,
  timeoutMs: number = JUDGE_MS,
): Promise<Poll<V>> {
  const bounded = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  const ask = () => askJudge(deps, judge, question.assignment, question.read, bounded);
  const cast = await Promise.all([ask(), ask()]);
  const [a, b] = cast.map(({ vote }) => vote);
  const isSettled = a != null && b != null && question.agree(a, b);
  const isHopeless = a == null && b == null;
  if (!isSettled && !isHopeless) cast.push(await ask());
  const calls = cast.map(({ call }) => call);
  await deps.db
    .transaction(tenant, (tx) => recordEngineCalls(tx, tenant, calls, question.cause))
    .catch((error) => deps.log.error({ err: error }, 'calls of the judge could not be recorded'));
  return {
    votes: cast.flatMap(({ vote }) => vote ?? []),
    model: calls.find(({ status }) => status === 'answered')?.model ?? '',
    raw: cast.flatMap(({ raw }) => (raw === undefined ? [] : [raw])),
  };
}
