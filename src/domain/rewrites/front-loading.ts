/** How early a text says what can be checked (metrics: front-loading index). */

import type { Fact, FactKind } from '../text/fact.js';

/** Ours: a name alone says least. */
const WEIGHTS: Record<FactKind, number> = { quantity: 1, quotation: 1, citation: 1, entity: 0.5 };

/** 0 to 1; about 0.5 when facts are spread evenly, 0 without any. `length` is that of the text. */
export function frontLoadingIndex(
  facts: readonly Pick<Fact, 'kind' | 'start'>[],
  length: number,
): number {
  const weight = facts.reduce((sum, { kind }) => sum + WEIGHTS[kind], 0);
  if (weight === 0 || length === 0) return 0;
  return (
    facts.reduce((sum, { kind, start }) => sum + WEIGHTS[kind] * (1 - start / length), 0) / weight
  );
}
