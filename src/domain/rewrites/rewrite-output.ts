/** Turns a draft into the final output: bounded, with valid structured data, a score and fact claims. */

import type { FactJudge } from '../facts/wiki-fact.js';
import type { Block } from '../text/copy.js';
import { bodyOf, boundDraft, type Draft } from '../text/draft.js';
import { toGrounds } from '../text/invention.js';
import { jsonldFaults } from '../text/jsonld-fault.js';
import type { Readability } from '../text/readability.js';
import { type FactClaim, toFactClaims } from './fact-claim.js';
import { toJsonld } from './jsonld.js';
import { COPY_SCORE_VERSION, measureDraft, type ScoreParts, toScore } from './score-aviv.js';

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
  /** Facts of the wiki that the draft may state in addition to the copy. */
  given?: readonly string[];
  judge?: FactJudge;
}

/** Output of the rewrite. The structured data gives `now` as the publication date. */
export function toRewriteOutput(
  given: Draft,
  { brand, blocks, now, given: facts = [], judge }: RewriteSource,
): RewriteOutput {
  const page = { brand, published: now, modified: now };
  let draft = boundDraft(given);
  let jsonld = toJsonld(draft, page);
  // Within all other limits the only possible fault is the size.
  while (draft.faq.length > 0 && jsonldFaults(jsonld, draft.faq).length > 0) {
    draft = { ...draft, faq: draft.faq.slice(0, -1) };
    jsonld = toJsonld(draft, page);
  }
  const grounds = toGrounds([...blocks.map(({ text }) => text), ...facts].join('\n'));
  const jsonldValid = jsonldFaults(jsonld, draft.faq).length === 0;
  const { parts, readability } = measureDraft(draft, { brand, grounds, jsonldValid });
  const answers = draft.faq.flatMap(({ question, answer }) => [question, answer]);
  return {
    ...draft,
    factClaims: toFactClaims([bodyOf(draft), draft.headline, ...answers], brand, grounds, judge),
    jsonld,
    score: { value: toScore(parts), version: COPY_SCORE_VERSION, parts },
    readability,
  };
}
