/** A rewrite as one Markdown text, ordered by its intent, and the methods that it uses. */

import { measureDraft, type ScoreParts } from '../rewrites/score-aviv.js';
import { type Block, toBlocks, toPlainLine } from '../text/copy.js';
import type { Draft } from '../text/draft.js';
import { toGrounds } from '../text/invention.js';
import type { LiftMethod } from './lift.js';

export const INTENTS = ['comparison', 'how-to', 'faq', 'review'] as const;
export type Intent = (typeof INTENTS)[number];

const NUMBERED = /^(?:>\s?)*\s*\d{1,3}[.)]\s+(.*)$/u;
const ORDERED = /<ol\b[^<>]{0,500}>(.*?)<\/ol\s*>/gisu;

/** Steps of an ordered list in the copy. */
export function stepsOf(copy: string): string[] {
  const written = copy.split(/\r\n|[\n\r]/).flatMap((line) => NUMBERED.exec(line)?.[1] ?? []);
  const listed = [...copy.matchAll(ORDERED)].flatMap(([, items = '']) =>
    toBlocks(items)
      .filter(({ kind }) => kind === 'item')
      .map(({ text }) => text),
  );
  const steps = [...written.map(toPlainLine), ...listed].filter((step) => step !== '');
  // A single item is not an order.
  return steps.length < 2 ? [] : [...new Set(steps)];
}

/** Escapes Markdown, so that the text cannot become a mark, a link or an element. */
const toLiteral = (text: string): string =>
  text
    .replace(/[\\`*<[\]]|&(?=#?\w{1,32};)/g, '\\$&')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
    .replace(/^(?:[#>+-]|=(?==))/, '\\$&');
const paragraphs = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map(toLiteral);
const bullets = (points: readonly string[]): string[] =>
  points.length === 0 ? [] : [points.map((point) => `- ${toLiteral(point)}`).join('\n')];
const numbers = (steps: readonly string[]): string[] =>
  steps.length === 0 ? [] : [steps.map((step, at) => `${at + 1}. ${toLiteral(step)}`).join('\n')];

/**
 * Markdown of a draft. A how-to keeps the steps of the copy in their order; the other sections leave
 * out what the steps contain.
 */
export function toMarkdown(draft: Draft, copy: string, intent: Intent | null): string {
  const steps = intent === 'how-to' ? stepsOf(copy) : [];
  const isNew = (text: string) => steps.every((step) => !step.includes(text));
  const lines = draft.context.split('\n').filter(isNew);
  const questions = draft.faq.map(
    ({ question, answer }) => `### ${toLiteral(question)}\n\n${toLiteral(answer)}`,
  );
  const answer = paragraphs(draft.answer);
  const evidence = bullets(draft.evidence.filter(isNew));
  const context = paragraphs(lines.join('\n'));
  const faq = questions.length === 0 ? [] : ['## FAQ', ...questions];
  const sections = {
    none: [answer, evidence, context, faq],
    faq: [faq, answer, evidence, context],
    'how-to': [answer, numbers(steps), evidence, context, faq],
    comparison: [evidence, answer, context, faq],
    review: [evidence, answer, context, faq],
  }[intent ?? 'none'];
  return [`# ${toLiteral(draft.headline)}`, ...sections.flat()].join('\n\n');
}

/** A smaller gain in a part of the score is noise. */
const LEAST_GAIN = 0.05;
const METHOD_OF: Partial<Record<keyof ScoreParts, LiftMethod>> = {
  quotations: 'quotation',
  statistics: 'statistics',
  citations: 'cite_sources',
  fluency: 'fluency',
  shortSentences: 'easy_to_understand',
};

/** Method of a sandbox rewrite that shows no other method, so that a lift can be tried out. */
export const SANDBOX_METHOD: LiftMethod = 'fluency';

/** The published methods of a rewrite: parts of its score that exceed those of the source. */
export function methodsOf(
  parts: ScoreParts,
  blocks: readonly Block[],
  brand: string,
): LiftMethod[] {
  const text = blocks.map((block) => block.text).join('\n');
  const source = { headline: '', answer: text, evidence: [], context: '', faq: [] };
  const given = measureDraft(source, { brand, grounds: toGrounds(text), jsonldValid: false }).parts;
  const gained = Object.entries(METHOD_OF)
    .filter(([part]) => {
      const name = part as keyof ScoreParts;
      return Number(parts[name]) - Number(given[name]) >= LEAST_GAIN;
    })
    .map(([, method]) => method);
  return parts.stuffed && !given.stuffed ? [...gained, 'keyword_stuffing'] : gained;
}
