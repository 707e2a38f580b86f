import { readWikiPage } from '../facts/reading.js';
import { EXCERPT_LENGTH } from '../facts/rule.js';
import { type FactStatement, statementsIn } from '../facts/statement.js';
import { factsOf, type WikiFact } from '../facts/wiki-fact.js';
import type { Entity } from '../names/alias.js';
import { shorten } from '../text/draft.js';
import { contradictingFacts } from './contradiction.js';
import { type Issue, LINT_RULES, lint } from './lint.js';

/** One more whenever pages are read in another way: every page is then read again. */
export const READING_VERSION = 1;

/** What another page may contradict. */
export type PageStatement = Omit<FactStatement, 'field'>;

/** All that a page is read for. It is kept, so that the page is not read again before it changes. */
export interface LintedPage {
  /** What is wrong with the page by itself. */
  issues: Issue[];
  facts: WikiFact[];
  statements: PageStatement[];
}

const MOST_STATEMENTS = 300;
/** A longer sentence states no single thing. */
const LONGEST_ABOUT = 400;

/** Contradictions are looked for among all pages, this one included. */
const RULES_OF_ONE = LINT_RULES.filter((rule) => rule !== contradictingFacts);

export function lintPage(page: { title: string; body: string }, brand: Entity): LintedPage {
  const reading = readWikiPage(page, brand);
  const statements = statementsIn(reading)
    .filter(({ about }) => about.length <= LONGEST_ABOUT)
    .slice(0, MOST_STATEMENTS)
    .map(({ about, value, shown, offset, text }) => ({
      ...{ about, value, shown, offset },
      text: shorten(text, EXCERPT_LENGTH),
    }));
  return { issues: lint(reading, RULES_OF_ONE), facts: factsOf(reading), statements };
}
