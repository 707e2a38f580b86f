import type { Deps, Tenant } from '../../deps.js';
import { createNameReader, type Names } from '../../domain/answers/read-names.js';
import {
  agree,
  readVerdict,
  toMajority,
  toVerdictInput,
  VERDICT_INSTRUCTIONS,
  VERDICT_PROMPT_HASH,
  VERDICT_SCHEMA,
} from '../../domain/answers/verdict.js';
import type { RunPlan } from '../../entities/run.js';
import type { Cause } from '../limits/engine-call.js';
import type { NewAnswer } from './answer.js';
import { findJudge, JUDGE_MS, poll } from './judge.js';

/** The part of an answer that the judge reads and changes. */
export type JudgedAnswer = Names &
  Pick<NewAnswer, 'platform' | 'status' | 'text' | 'language' | 'sandbox' | 'judgement'>;

/** Returns the answer with the sentiment of the judge, or unchanged when the judge fails. */
export type AnswerJudge = <T extends JudgedAnswer>(answer: T, signal: AbortSignal) => Promise<T>;

const FEWEST_VOTES = 2;

/** Replaces what PostgreSQL cannot store in JSON: U+0000 and lone surrogates. */
const toStorable = (value: unknown): unknown =>
  JSON.parse((JSON.stringify(value) ?? 'null').replace(/\\u(?:0000|d[89a-f]..)/gi, '\\ufffd'));

/** Null when the tenant has no judge. Compiled once for the names of a plan. */
export function createAnswerJudge(
  deps: Deps,
  tenant: Tenant,
  brand: RunPlan['brand'],
  { timeoutMs = JUDGE_MS, ...cause }: Cause & { timeoutMs?: number } = {},
): AnswerJudge | null {
  const judge = findJudge(deps, tenant);
  if (judge === null) return null;
  const reader = createNameReader(brand);

  return async (answer, signal) => {
    // A model does not judge answers of its own platform.
    if (answer.sandbox || answer.status === 'failed' || answer.platform === judge.platform)
      return answer;
    const { text, language } = answer;
    const evidence = await deps.reader
      .read('evidence', { brand, text, language }, () => reader.findEvidence(text, language))
      .catch(() => null);
    if (evidence === null) return answer;
    const assignment = {
      instructions: VERDICT_INSTRUCTIONS,
      input: toVerdictInput(brand.name, evidence.text),
      schema: VERDICT_SCHEMA,
    };
    const read = (value: unknown) => readVerdict(value, evidence.text);
    const question = { assignment, read, agree, cause };
    const { votes, model, raw } = await poll(deps, tenant, judge, question, signal, timeoutMs);
    const judgement =
      raw.length === 0
        ? null
        : {
            platform: judge.platform,
            model: model.replaceAll('\u0000', '\ufffd').toWellFormed(),
            promptHash: VERDICT_PROMPT_HASH,
            verdicts: raw.map(toStorable),
          };
    if (votes.length < FEWEST_VOTES) return { ...answer, judgement };
    const { label, score, refersToBrand } = toMajority(votes);
    const toRead = { brand, text, language, meant: refersToBrand };
    const names = evidence.uncertain
      ? await deps.reader
          .read('names', toRead, () => reader.read(text, language, refersToBrand))
          .catch(() => answer)
      : answer;
    const sentiment = names.mentioned ? { label, score, method: 'judge' as const } : null;
    return { ...answer, ...names, sentiment, judgement };
  };
}
