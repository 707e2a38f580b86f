import { expect } from '@jest/globals';
import type { EngineAnswer, Question } from '../../../src/engines/engine.js';
import { SUPPORTED_PLATFORMS } from '../../../src/engines/platforms.js';
import { createSandboxEngine, type SandboxOptions } from '../../../src/engines/sandbox/sandbox.js';
import { never, question, subject } from '../question.js';

/** Many answers of the sandbox, and what a reader who knows nothing of the draw finds in them. */

export const DRAWS = 8_000;
export const PLATFORM_IDS = SUPPORTED_PLATFORMS.map(({ id }) => id);

export const draw = (
  platform: string,
  options: SandboxOptions = {},
  asked: Partial<Question> = {},
  draws = DRAWS,
): Promise<EngineAnswer[]> => {
  const engine = createSandboxEngine(platform, options);
  return Promise.all(
    Array.from({ length: draws }, (_, repeat) =>
      engine.ask({ ...question, ...asked, repeat }, never),
    ),
  );
};

export const mentions = (answer: EngineAnswer, name = subject.name): boolean =>
  answer.text.includes(name);

/** Rank by first occurrence among the brand and its competitors, read from the text alone. */
export function rankOf(answer: EngineAnswer): number {
  const found = [subject.name, ...subject.competitors.map(({ name }) => name)]
    .map((name) => ({ name, at: answer.text.indexOf(name) }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => one.at - other.at);
  return found.findIndex(({ name }) => name === subject.name) + 1;
}

export function toneOf(answer: EngineAnswer): string {
  const line = answer.text.split(/\n|(?<=\.) /u).find((part) => part.includes(subject.name)) ?? '';
  if (/excellent|great|love|trusted|recommend/u.test(line)) return 'positive';
  return /disappointing|terrible|slow|complain|poor|bad/u.test(line) ? 'negative' : 'neutral';
}

export const owned = (answer: EngineAnswer): string[] =>
  answer.citations.map(({ url }) => url).filter((url) => new URL(url).hostname === 'www.acme.com');

/** Four standard errors of a share: 1 in 16,000 by chance, and the draws are the same every time. */
export function expectShare(hits: number, of: number, truth: number): void {
  expect(Math.abs(hits / of - truth)).toBeLessThanOrEqual(
    4 * Math.sqrt((truth * (1 - truth)) / of),
  );
}
