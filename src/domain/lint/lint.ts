/** What is wrong with a page of facts or a rewrite, by rules and without asking anyone. */

import type { LintReading } from '../facts/reading.js';
import { type LintFinding, type LintSeverity, type Rule, toFinding, toKey } from '../facts/rule.js';
import { documentFaults, jsonldFaults } from '../text/jsonld-fault.js';
import { contradictingFacts } from './contradiction.js';
import { longSentence } from './long-sentence.js';
import { noDirectAnswer } from './no-direct-answer.js';
import { stuffedName } from './stuffed-name.js';
import { unsourcedNumber } from './unsourced-number.js';

/** Structured data that a rewrite made has to hold its own shape; what people wrote, only JSON-LD's. */
const brokenJsonld: Rule = {
  id: 'broken-jsonld',
  severity: 'high',
  wayOut: 'Mend the structured data at the place that is named, or take it out.',
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

/** Of one rule in one text; who has so much to mend learns of the rest as it is mended. */
const MOST_FINDINGS = 50;

export interface Issue extends LintFinding {
  rule: string;
  severity: LintSeverity;
}

/** Each key once, in the order of the text. */
export function toIssues({ id: rule, severity }: Rule, findings: readonly LintFinding[]): Issue[] {
  const byKey = new Map<string, Issue>();
  for (const finding of findings)
    if (!byKey.has(finding.key)) byKey.set(finding.key, { ...finding, rule, severity });
  return [...byKey.values()].slice(0, MOST_FINDINGS);
}

export const lint = (reading: LintReading, rules: readonly Rule[] = LINT_RULES): Issue[] =>
  rules.flatMap((rule) => toIssues(rule, rule.find(reading)));

export const wayOutOf = (rule: string): string =>
  LINT_RULES.find(({ id }) => id === rule)?.wayOut ?? 'Look at the place and mend it.';
