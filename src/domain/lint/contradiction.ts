import type { LintReading } from '../facts/reading.js';
import { type LintFinding, type Rule, toFinding, toKey } from '../facts/rule.js';
import type { FactStatement } from '../facts/statement.js';
import { statementsIn } from '../facts/statement.js';
import type { FactJudge } from '../facts/wiki-fact.js';
import { shorten } from '../text/draft.js';

/** A statement with the page or rewrite that contains it. */
export interface Sourced extends FactStatement {
  sourceId: string;
  title: string;
}

/**
 * Statements that contradict the first statement on the same subject, by source. `statements` must be
 * sorted by age of the source, so that the newer page is reported.
 */
export function contradictionsIn(statements: readonly Sourced[]): Map<string, LintFinding[]> {
  const first = new Map<string, Sourced>();
  const found = new Map<string, LintFinding[]>();
  const told = new Set<string>();
  for (const statement of statements) {
    const { about, value, shown, sourceId } = statement;
    const earlier = first.get(about);
    if (earlier === undefined) first.set(about, statement);
    else if (earlier.value !== value) {
      const key = `${about} ${earlier.value} ${value}`;
      if (told.has(key)) continue;
      told.add(key);
      const where =
        earlier.sourceId === sourceId ? 'elsewhere in this text' : `on “${earlier.title}”`;
      const message = `The text says “${shown}” here and “${earlier.shown}” ${where}.`;
      const findings = found.get(sourceId) ?? [];
      findings.push(toFinding(statement, key, message));
      found.set(sourceId, findings);
    }
  }
  return found;
}

/** Contradictions inside one page or rewrite; `contradictionsIn` compares several pages. */
export const contradictingFacts: Rule = {
  id: 'contradicting-facts',
  severity: 'high',
  wayOut: 'Find out which value is correct and use it in both places.',
  find: (reading) =>
    contradictionsIn(
      statementsIn(reading).map((statement) => ({ ...statement, sourceId: '', title: '' })),
    ).get('') ?? [],
};

const FACT_LENGTH = 200;

/** Statements that contradict the wiki of the brand. */
export const againstWiki = ({ passages }: LintReading, judge: FactJudge): LintFinding[] =>
  passages
    .flatMap(({ sentences }) => sentences)
    .flatMap((place) => {
      const verdict = judge(place.text);
      if (verdict?.agreement !== 'contradicted') return [];
      const message = `The brand’s wiki says “${shorten(verdict.fact, FACT_LENGTH)}”.`;
      return [toFinding(place, `wiki ${toKey(place.text)}`, message)];
    });
