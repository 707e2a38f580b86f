/** Faults of a wiki page or a rewrite, found by fixed rules. */

import type { LintReading } from '../facts/reading.js';
import { type LintFinding, type LintSeverity, type Rule, toFinding, toKey } from '../facts/rule.js';
import { createMentionFinder } from '../names/mention.js';
import {
  ANSWER_CHARACTERS,
  ANSWER_WORDS,
  isShort,
  isStuffed,
  SHORT_CHARACTERS,
  SHORT_WORDS,
} from '../rewrites/score-aviv.js';
import { documentFaults, jsonldFaults } from '../text/jsonld-fault.js';
import { countCharacters, countWords, writingOf } from '../text/prose.js';
import { contradictingFacts } from './contradiction.js';
import { unsourcedNumber } from './unsourced-number.js';

const QUESTION = /[?？]["”」』)）]*$/u;

/** Tests the first sentence that is not a heading; a text without prose passes. */
const noDirectAnswer: Rule = {
  id: 'no-direct-answer',
  severity: 'medium',
  wayOut: 'Begin with a statement of at most 60 words that names the brand and says what it is.',
  find({ brand, passages }) {
    const first = passages.find(
      ({ kind, sentences }) => kind !== 'heading' && sentences.length > 0,
    );
    const place = first?.sentences[0];
    if (place === undefined) return [];
    const { text } = place;
    const tell = (why: string) => [
      toFinding(place, '', `The text does not begin with a direct answer: ${why}.`),
    ];
    if (QUESTION.test(text)) return tell('the first sentence is a question');
    if (createMentionFinder([brand]).find(text).length === 0)
      return tell('the first sentence does not name the brand');
    return isShort(text, writingOf(text), ANSWER_WORDS, ANSWER_CHARACTERS)
      ? []
      : tell('the first sentence is too long to be quoted');
  },
};

/** A page of three lines may name the brand in each of them. */
const FEWEST_MENTIONS = 4;

const stuffedName: Rule = {
  id: 'stuffed-name',
  severity: 'medium',
  wayOut:
    'Name the brand at most 3 times per 100 words; elsewhere write “it”, “we” or a description.',
  find({ brand, passages, prose }) {
    const finder = createMentionFinder([brand]);
    const mentions = finder.find(prose).length;
    const words = countWords(prose);
    if (mentions < FEWEST_MENTIONS || !isStuffed(mentions, words)) return [];
    const place = passages
      .flatMap(({ sentences }) => sentences)
      .find(({ text }) => finder.find(text).length > 0);
    if (place === undefined) return [];
    return [toFinding(place, '', `The brand is named ${mentions} times in ${words} words.`)];
  },
};

/** Same limit as the short sentences of the score. */
const longSentence: Rule = {
  id: 'long-sentence',
  severity: 'low',
  wayOut: `Split it into sentences of at most ${SHORT_WORDS} words (${SHORT_CHARACTERS} characters in Chinese, Japanese or Korean).`,
  find: ({ passages }) =>
    passages
      .filter(({ kind }) => kind !== 'heading')
      .flatMap(({ sentences }) => sentences)
      .flatMap((place) => {
        const { text } = place;
        // A text of at most SHORT_WORDS characters is always short enough.
        if (text.length <= SHORT_WORDS) return [];
        const writing = writingOf(text);
        if (isShort(text, writing, SHORT_WORDS, SHORT_CHARACTERS)) return [];
        const length =
          writing === 'cjk' ? `${countCharacters(text)} characters` : `${countWords(text)} words`;
        return [toFinding(place, toKey(text), `The sentence has ${length}.`)];
      }),
};

/**
 * Structured data of a rewrite must follow the shape of rewrites; data written by people must only be
 * valid JSON-LD.
 */
const brokenJsonld: Rule = {
  id: 'broken-jsonld',
  severity: 'high',
  wayOut: 'Fix the structured data at the path in the message, or remove it.',
  find: ({ data }) =>
    data.flatMap((place) => {
      const { text, faq } = place;
      const faults = faq === null ? documentFaults(text) : jsonldFaults(text, faq);
      return faults.map((fault) => toFinding(place, toKey(fault), `Broken JSON-LD: ${fault}.`));
    }),
};

export const LINT_RULES: readonly Rule[] = [
  noDirectAnswer,
  unsourcedNumber,
  contradictingFacts,
  brokenJsonld,
  stuffedName,
  longSentence,
];

/** Limit per rule and text; further findings appear once these are fixed. */
const MOST_FINDINGS = 50;

export interface Issue extends LintFinding {
  rule: string;
  severity: LintSeverity;
}

/** Each key once, in text order. */
export function toIssues({ id: rule, severity }: Rule, findings: readonly LintFinding[]): Issue[] {
  const byKey = new Map<string, Issue>();
  for (const finding of findings)
    if (!byKey.has(finding.key)) byKey.set(finding.key, { ...finding, rule, severity });
  return [...byKey.values()].slice(0, MOST_FINDINGS);
}

export const lint = (reading: LintReading, rules: readonly Rule[] = LINT_RULES): Issue[] =>
  rules.flatMap((rule) => toIssues(rule, rule.find(reading)));

export const wayOutOf = (rule: string): string =>
  LINT_RULES.find(({ id }) => id === rule)?.wayOut ?? 'Check the text and correct it.';
