import type { Deps, Tenant } from '../../deps.js';
import { toCount, toStorable } from '../../domain/text/storable.js';
import { type Assignment, type Compose, EngineError } from '../../engines/engine.js';
import { type Cause, recordEngineCalls, type SpentCall } from '../limits/engine-call.js';

export interface JudgeEngine {
  platform: string;
  compose: Compose;
}

/** One vote as it came. */
interface Vote<V> {
  /** Null when it was rejected or never came. */
  vote: V | null;
  /** Undefined when nothing came. */
  raw: unknown;
  call: SpentCall;
}

export interface Poll<V> {
  /** Those that count: too few where the judge failed. */
  votes: V[];
  model: string;
  /** All that came, rejected ones too. */
  raw: unknown[];
}

export const JUDGE_MS = 20_000;
/** That one poll takes. */
export const MOST_VOTES = 3;

/** The engine named by JUDGE_PLATFORM, where this caller's data may be shown to it: test data never is. */
export function findJudge(deps: Deps, tenant: Tenant): JudgeEngine | null {
  const platform = deps.config.judgePlatform;
  if (platform === undefined || tenant.environment === 'test') return null;
  const engine = deps.engines.forEnvironment(tenant.environment).get(platform);
  return engine?.compose && !engine.sandbox ? { platform, compose: engine.compose } : null;
}

/** Never rejects: a judge that fails is one vote less, and what it cost is told all the same. */
async function askJudge<V>(
  deps: Deps,
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
      deps.log.error({ err: error }, 'the judge failed in an unforeseen way');
    const errorCode = error instanceof EngineError ? error.code : 'UNAVAILABLE';
    const call = { ...facts, model: '', tokensUsed: 0, costUsd: null, latencyMs: latencyMs() };
    return { vote: null, raw: undefined, call: { ...call, status: 'failed', errorCode } };
  }
}

/**
 * Two votes, and a third when they disagree or one does not count; all of it within `timeoutMs`. The calls go into
 * the ledger, apart from what runs cost; that it cannot be written costs nobody an answer.
 */
export async function poll<V>(
  deps: Deps,
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
    .catch((error) => deps.log.error({ err: error }, 'calls of the judge were not recorded'));
  return {
    votes: cast.flatMap(({ vote }) => vote ?? []),
    model: calls.find(({ status }) => status === 'answered')?.model ?? '',
    raw: cast.flatMap(({ raw }) => (raw === undefined ? [] : [raw])),
  };
}
