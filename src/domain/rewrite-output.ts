/** A draft made fit to leave: bounded, with structured data that holds, measured, and its claims marked. */

import type { Block } from './copy.js';
import { bodyOf, boundDraft, type Draft } from './draft.js';
import { type FactClaim, toFactClaims } from './fact-claim.js';
import { toGrounds } from './invention.js';
import { toJsonld } from './jsonld.js';
import { jsonldFaults } from './jsonld-fault.js';
import type { Readability } from './readability.js';
import { measureDraft, SCORE_VERSION, type ScoreParts, toScore } from './score-aviv.js';

export interface RewriteOutput extends Draft {
  factClaims: FactClaim[];
  jsonld: string;
  score: { value: number; version: string; parts: ScoreParts };
  readability: Readability;
}

export interface RewriteSource {
  brand: string;
  blocks: readonly Block[];
  now: Date;
}

/** The copy's own words and what the structured data says of the page, which is new today. */
export function toRewriteOutput(
  given: Draft,
  { brand, blocks, now }: RewriteSource,
): RewriteOutput {
  const facts = { brand, published: now, modified: now };
  let draft = boundDraft(given);
  let jsonld = toJsonld(draft, facts);
  // Within every other bound it can only be too large.
  while (draft.faq.length > 0 && jsonldFaults(jsonld, draft.faq).length > 0) {
    draft = { ...draft, faq: draft.faq.slice(0, -1) };
    jsonld = toJsonld(draft, facts);
  }
  const grounds = toGrounds(blocks.map(({ text }) => text).join('\n'));
  const jsonldValid = jsonldFaults(jsonld, draft.faq).length === 0;
  const { parts, readability } = measureDraft(draft, { brand, grounds, jsonldValid });
  const answers = draft.faq.flatMap(({ question, answer }) => [question, answer]);
  return {
    ...draft,
    factClaims: toFactClaims([bodyOf(draft), draft.headline, ...answers], brand, grounds),
    jsonld,
    score: { value: toScore(parts), version: SCORE_VERSION, parts },
    readability,
  };
}
