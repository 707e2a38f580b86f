/**
 * Whether statements about a brand are correct and consistent (metrics: factual agreement,
 * consistency of facts).
 */

import type { StatedFact } from '../facts/stated-fact.js';
import { settledOf } from '../facts/wiki-fact.js';
import { sumOf } from '../statistics/sum.js';

/** One value of one subject, and the number of answers or pages that state it. */
export interface CountedFact extends StatedFact {
  count: number;
}

export interface Agreeing {
  agreeing: number;
  /** Number of statements compared. */
  of: number;
}

/** Compares statements of answers with the settled facts of the wiki. */
export function factualAgreement(
  answers: readonly CountedFact[],
  wiki: readonly StatedFact[],
): Agreeing {
  const settled = settledOf(wiki);
  const result = { agreeing: 0, of: 0 };
  for (const { about, value, count } of answers) {
    const fact = settled.get(about);
    if (fact === undefined) continue;
    result.of += count;
    if (fact.value === value) result.agreeing += count;
  }
  return result;
}

const countOf = (facts: readonly CountedFact[], value: string): number =>
  facts.reduce((sum, fact) => sum + (fact.value === value ? fact.count : 0), 0);

/**
 * For each subject on the brand's pages, the reference is the most common value on those pages (in a
 * tie, the value that more answers give). Every other page and every answer is compared with it.
 */
export function consistencyOf(
  pages: readonly CountedFact[],
  answers: readonly CountedFact[],
): Agreeing {
  const answered = Map.groupBy(answers, ({ about }) => about);
  const result = { agreeing: 0, of: 0 };
  for (const [about, own] of Map.groupBy(pages, (fact) => fact.about)) {
    const others = answered.get(about) ?? [];
    const [usual = ''] = [...new Set(own.map(({ value }) => value))].sort(
      (a, b) =>
        countOf(own, b) - countOf(own, a) ||
        countOf(others, b) - countOf(others, a) ||
        (a < b ? -1 : 1),
    );
    result.of += sumOf(own, 'count') - 1 + sumOf(others, 'count');
    result.agreeing += countOf(own, usual) - 1 + countOf(others, usual);
  }
  return result;
}
