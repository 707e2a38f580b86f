import type { LintReading } from '../facts/reading.js';
import { type LintFinding, type Rule, toFinding, toKey } from '../facts/rule.js';
import type { FactStatement } from '../facts/statement.js';
import { statementsIn } from '../facts/statement.js';
import type { FactJudge } from '../facts/wiki-fact.js';
import { shorten } from '../text/draft.js';

/** A statement, and the page or rewrite that makes it. */
export interface Sourced extends FactStatement {
  sourceId: string;
  title: string;
}

/**
 * Statements that give another value than the first one about the same, by their sources. They come in the
 * order of their sources' age, so that the younger page is the one to be looked at.
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
      const where = earlier.sourceId === sourceId ? 'here' : `on “${earlier.title}”`;
      const message = `It says “${shown}”, and ${where} “${earlier.shown}”.`;
      const findings = found.get(sourceId) ?? [];
      findings.push(toFinding(statement, key, message));
      found.set(sourceId, findings);
    }
  }
  return found;
}

/** Of one page or rewrite; what pages say of each other is for whoever has all of them. */
export const contradictingFacts: Rule = {
  id: 'contradicting-facts',
  severity: 'high',
  wayOut: 'Find out which of the two is true, and write that in both places.',
  find: (reading) =>
    contradictionsIn(
      statementsIn(reading).map((statement) => ({ ...statement, sourceId: '', title: '' })),
    ).get('') ?? [],
};

const FACT_LENGTH = 200;

/** Where a text says otherwise than the brand's wiki. */
export const againstWiki = ({ passages }: LintReading, judge: FactJudge): LintFinding[] =>
  passages
    .flatMap(({ sentences }) => sentences)
    .flatMap((place) => {
      const verdict = judge(place.text);
      if (verdict?.agreement !== 'contradicted') return [];
      const message = `The brand’s wiki says “${shorten(verdict.fact, FACT_LENGTH)}”.`;
      return [toFinding(place, `wiki ${toKey(place.text)}`, message)];
    });
