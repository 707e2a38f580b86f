import { setTimeout as sleep } from 'node:timers/promises';
import type { EngineDeps, NetDeps, StoreDeps } from '../../deps.js';
import {
  type Analyst,
  type AnswerSubject,
  type AnswerToRead,
  createAnalyst,
} from '../../domain/answers/analyse-answer.js';
import { toCount, toStorable } from '../../domain/text/storable.js';
import {
  type Engine,
  type EngineAnswer,
  EngineError,
  type Question,
} from '../../engines/engine.js';
import type { PlannedPrompt, RunPlan } from '../../entities/run.js';
import type { NewAnswer } from './answer.js';
import { openRedirects } from './open-redirects.js';

export interface Asked {
  platform: string;
  prompt: PlannedPrompt;
  repeat: number;
}

/** Analyses an answer, possibly in another thread. */
export type AnswerReader = (answer: AnswerToRead) => Promise<ReturnType<Analyst>>;

/** Compiled once for all answers of a run. */
export function createAnswerReader(
  { reader }: StoreDeps & EngineDeps,
  subject: AnswerSubject,
): AnswerReader {
  const analyse = createAnalyst(subject);
  return (answer) => reader.read('answer', { ...answer, subject }, analyse);
}

export interface RunOfQuestions {
  brandId: string;
  plan: RunPlan;
  firstRepeat: number;
  createdAt: Date;
}

function toQuestion(run: RunOfQuestions, { prompt, repeat }: Asked): Question {
  const { name, website, competitors } = run.plan.brand;
  return {
    promptText: prompt.text,
    country: prompt.country,
    language: prompt.language,
    subject: { brandId: run.brandId, name, website, competitors },
    day: run.createdAt.toISOString().slice(0, 10),
    repeat: run.firstRepeat + repeat,
  };
}

/**
 * Public error of a failure. Any error other than an EngineError is a fault of Answerscope and is
 * logged as an error.
 */
function toFailure(deps: StoreDeps, error: unknown): Pick<NewAnswer, 'errorCode' | 'errorMessage'> {
  if (error instanceof EngineError)
    return { errorCode: error.code, errorMessage: toStorable(error.message) };
  deps.log.error({ err: error }, 'an engine failed with an unexpected error');
  return { errorCode: 'UNAVAILABLE', errorMessage: 'the engine failed' };
}

/** Replaces characters that cannot be stored, in all parts of the answer. */
const tidy = (answer: EngineAnswer): EngineAnswer => ({
  ...answer,
  text: toStorable(answer.text),
  model: toStorable(answer.model),
  tokensUsed: toCount(answer.tokensUsed),
  searchQueries: answer.searchQueries.map(toStorable),
  citations: answer.citations.map(({ url, title }) => ({
    url: toStorable(url),
    title: title === null ? null : toStorable(title),
  })),
});

const TURN_MS = 500;

/** Waits while all places of an engine are taken: BUSY is not a failure of the engine. */
async function askInTurn(
  engine: Engine,
  question: Question,
  signal: AbortSignal,
): Promise<EngineAnswer> {
  for (;;) {
    try {
      return await engine.ask(question, signal);
    } catch (error) {
      if (!(error instanceof EngineError) || error.code !== 'BUSY') throw error;
      await sleep(TURN_MS * (0.5 + Math.random()), undefined, { signal });
    }
  }
}

const NO_BILL = { tokensUsed: 0, costUsd: null, model: '' };

/** Asks one question. Null when it was cancelled: then there is nothing to store. */
export async function ask(
  deps: StoreDeps & NetDeps,
  engine: Engine,
  run: RunOfQuestions,
  asked: Asked,
  read: AnswerReader,
  signal: AbortSignal,
): Promise<NewAnswer | null> {
  const { platform, prompt, repeat } = asked;
  const askedAt = deps.now();
  const startedMs = performance.now();
  const facts = () => ({
    platform,
    promptId: prompt.promptId,
    repeat,
    askedAt,
    branded: prompt.branded,
    citationCapable: engine.citationCapable,
    latencyMs: Math.round(performance.now() - startedMs),
    webSearchAsked: engine.webSearch,
    country: prompt.country,
    language: prompt.language,
    sandbox: engine.sandbox,
  });
  let bill: Pick<NewAnswer, 'tokensUsed' | 'costUsd' | 'model'> = NO_BILL;
  try {
    const answer = tidy(await askInTurn(engine, toQuestion(run, asked), signal));
    const { text, citations, tokensUsed, costUsd, model, searchQueries, webSearch, truncated } =
      answer;
    const answered = facts();
    bill = { tokensUsed, costUsd, model };
    // Sandbox citations lead nowhere, so their redirects are not resolved.
    const sources = engine.sandbox ? citations : await openRedirects(deps, citations, signal);
    const analysis = await read({ text, sources, prompt }).catch((error) => {
      deps.log.warn({ err: error, platform }, 'an answer could not be analysed');
      throw new EngineError('MALFORMED', `${platform}: the answer could not be read in time`);
    });
    return {
      ...answered,
      ...analysis,
      judgement: null,
      status: 'answered',
      errorCode: null,
      errorMessage: null,
      text,
      ...bill,
      searchQueries,
      webSearch,
      truncated,
    };
  } catch (error) {
    if (signal.aborted) return null;
    return {
      ...facts(),
      ...toFailure(deps, error),
      status: 'failed',
      mentioned: false,
      uncertain: false,
      rank: null,
      rankBasis: null,
      position: null,
      prominence: null,
      snippet: '',
      mentions: [],
      sentiment: null,
      stated: [],
      untracked: [],
      citations: [],
      text: '',
      // An answer that could not be analysed still costs money.
      ...bill,
      searchQueries: [],
      webSearch: null,
      truncated: false,
      judgement: null,
    };
  }
}

/** Replaces an engine that is no longer configured: each of its questions fails with this message. */
export function missingEngine(platform: string, sandbox: boolean): Engine {
  const fail = () =>
    Promise.reject(new EngineError('UNAVAILABLE', `${platform} is no longer configured`));
  return {
    platform,
    sandbox,
    citationCapable: false,
    webSearch: false,
    ask: fail,
    ping: fail,
    compose: null,
  };
}
