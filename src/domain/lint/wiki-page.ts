import { readWikiPage } from '../facts/reading.js';
import { EXCERPT_LENGTH } from '../facts/rule.js';
import { type FactStatement, statementsIn } from '../facts/statement.js';
import { factsOf, type WikiFact } from '../facts/wiki-fact.js';
import type { Entity } from '../names/alias.js';
import { shorten } from '../text/draft.js';
import { contradictingFacts } from './contradiction.js';
import { type Issue, LINT_RULES, lint } from './lint.js';

/** Increase this when the reading of pages changes: every page is then read again. */
export const READING_VERSION = 1;

/** A statement that another page may contradict. */
export type PageStatement = Omit<FactStatement, 'field'>;

/** Result of reading a page. It is stored until the page changes. */
export interface LintedPage {
  /** Issues of the page on its own. */
  issues: Issue[];
  facts: WikiFact[];
  statements: PageStatement[];
}

const MOST_STATEMENTS = 300;
/** A longer sentence does not state a single fact. */
const LONGEST_ABOUT = 400;

/** Without contradictions, which are searched for across all pages. */
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
