import { shorten } from '../draft.js';
import type { Judge } from '../wiki-fact.js';
import type { Reading } from './reading.js';
import { type Finding, type Rule, toFinding, toKey } from './rule.js';
import type { Statement } from './statement.js';
import { statementsIn } from './statement.js';

/** The statements of one page or rewrite. */
export interface Source {
  id: string;
  title: string;
  statements: readonly Statement[];
}

/**
 * Who says another value than the first who spoke of it, by source. Sources come in the order of
 * their age, so that the younger is the one to be looked at.
 */
export function contradictionsIn(sources: readonly Source[]): Map<string, Finding[]> {
  const first = new Map<string, { statement: Statement; source: Source }>();
  const found = new Map<string, Finding[]>();
  const told = new Set<string>();
  for (const source of sources)
    for (const statement of source.statements) {
      const { about, value, shown } = statement;
      const earlier = first.get(about);
      if (earlier === undefined) first.set(about, { statement, source });
      else if (earlier.statement.value !== value) {
        const key = `${about} ${earlier.statement.value} ${value}`;
        if (told.has(key)) continue;
        told.add(key);
        const where = earlier.source.id === source.id ? 'here' : `on “${earlier.source.title}”`;
        const message = `It says “${shown}”, and ${where} “${earlier.statement.shown}”.`;
        found.set(source.id, [...(found.get(source.id) ?? []), toFinding(statement, key, message)]);
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
    contradictionsIn([{ id: '', title: '', statements: statementsIn(reading) }]).get('') ?? [],
};

const FACT_LENGTH = 200;

/** Where a text says otherwise than the brand's wiki. */
export const againstWiki = ({ passages }: Reading, judge: Judge): Finding[] =>
  passages
    .flatMap(({ sentences }) => sentences)
    .flatMap((place) => {
      const verdict = judge(place.text);
      if (verdict?.agreement !== 'contradicted') return [];
      const message = `The brand’s wiki says “${shorten(verdict.fact, FACT_LENGTH)}”.`;
      return [toFinding(place, `wiki ${toKey(place.text)}`, message)];
    });
