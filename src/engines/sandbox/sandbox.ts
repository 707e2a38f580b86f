import { setTimeout as sleep } from 'node:timers/promises';
import { toAbortError } from '../abort.js';
import {
  type Engine,
  type EngineAnswer,
  EngineError,
  type EngineErrorCode,
  type Question,
  type Subject,
} from '../engine.js';
import { platformById } from '../platforms.js';
import { hasName } from './accidental-name.js';
import { drawLinks } from './links.js';
import { type RateOverrides, trueRates } from './model.js';
import type { Tone } from './phrases.js';
import { createRandom, type Random } from './seeded-random.js';
import { writeAnswer } from './text.js';

export const SANDBOX_MODEL = 'sandbox-1';

/** Mention rate for questions that name the brand. */
const BRANDED_MENTION = 0.98;

export interface SandboxOptions {
  /** Mean time to an answer in milliseconds; each answer takes 0.5 to 1.5 times as long. */
  latencyMs?: number;
  /** Mention rates by platform. */
  rates?: Partial<Record<string, number>>;
  /** True rates of a day, for tests that inject changes; takes precedence over `rates`. */
  truth?: (platform: string, subject: Subject, day: string) => RateOverrides | undefined;
  /** Error codes of platforms that fail. */
  failures?: Partial<Record<string, EngineErrorCode>>;
}

/** The true rates for a question, with the overrides in the options applied. */
export function ratesBehind(platform: string, question: Question, options: SandboxOptions = {}) {
  const { subject, day, promptText } = question;
  const rate = options.rates?.[platform];
  const branded = hasName(promptText.normalize('NFKC'), subject.name);
  return trueRates({
    platform,
    subject,
    day,
    overrides: {
      ...(branded ? { mention: BRANDED_MENTION } : {}),
      ...(rate === undefined ? {} : { mention: rate }),
      ...options.truth?.(platform, subject, day),
    },
  });
}

/** Puts each rival before the brand with probability `behind`; the order among rivals is random. */
function placeBrand(
  random: Random,
  brand: string,
  rivals: readonly string[],
  behind: number,
): string[] {
  const ahead: string[] = [];
  const after: string[] = [];
  for (const rival of random.shuffle(rivals)) (random.chance(behind) ? ahead : after).push(rival);
  return [...ahead, brand, ...after];
}

const drawTone = (random: Random, rates: { positive: number; negative: number }): Tone => {
  const drawn = random.next();
  if (drawn < rates.positive) return 'positive';
  return drawn < rates.positive + rates.negative ? 'negative' : 'neutral';
};

function answer(platform: string, question: Question, options: SandboxOptions): EngineAnswer {
  const { subject, promptText, country, language, day, repeat } = question;
  const rates = ratesBehind(platform, question, options);
  const random = createRandom(
    'answer',
    platform,
    promptText,
    country ?? '',
    language,
    subject.name,
    day,
    repeat,
  );
  const mentioned = random.chance(rates.mention);
  const tone = drawTone(random, rates);
  const rivals = rates.rivals
    .filter((rival) => random.chance(rival.mention))
    .map(({ name }) => name);
  const names = mentioned
    ? placeBrand(random, subject.name, rivals, rates.behind)
    : random.shuffle(rivals);
  const { links, ownedUrls } = drawLinks({ random, subject, rates, rivals });
  const tracked = [subject.name, ...rates.rivals.map(({ name }) => name)];
  const text = writeAnswer({
    random,
    promptText,
    brand: subject.name,
    names,
    tone,
    links,
    ownedUrls,
    tracked,
  });
  return {
    text,
    citations: links,
    searchQueries: links.length > 0 ? [[...promptText.trim()].slice(0, 100).join('')] : [],
    webSearch: links.length > 0,
    model: SANDBOX_MODEL,
    // About four characters per token, prompt and answer together.
    tokensUsed: Math.ceil((promptText.length + text.length) / 4),
    costUsd: 0,
    truncated: false,
  };
}

/** An engine without network or key whose true rates are known. */
export function createSandboxEngine(platform: string, options: SandboxOptions = {}): Engine {
  const citationCapable = platformById.get(platform)?.citationCapable ?? false;
  const { latencyMs = 0 } = options;
  function assertWorks(): void {
    const failure = options.failures?.[platform];
    if (failure !== undefined) {
      throw new EngineError(failure, `${platform}: the sandbox is configured to fail`);
    }
  }
  return {
    platform,
    sandbox: true,
    citationCapable,
    webSearch: citationCapable,
    compose: null,
    async ping(signal) {
      if (signal.aborted) throw toAbortError(platform, signal);
      assertWorks();
    },
    async ask(question, signal) {
      if (signal.aborted) throw toAbortError(platform, signal);
      if (latencyMs > 0) {
        const { promptText, day, repeat } = question;
        const jitter = createRandom('latency', platform, promptText, day, repeat).between(0.5, 1.5);
        await sleep(latencyMs * jitter, undefined, { signal }).catch(() => {
          throw toAbortError(platform, signal);
        });
      }
      assertWorks();
      return answer(platform, question, options);
    },
  };
}
