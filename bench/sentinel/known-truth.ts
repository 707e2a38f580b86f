import { createRandom } from '../../src/engines/seeded-random.js';
import { createMonth, type Kind, type Truth } from './month.js';

const USUAL: Truth = { mention: 0.6, negative: 0.05 };
const HISTORY_DAYS = 31;
const MONTH_DAYS = 30;

export interface Trial {
  name: string;
  /** Brand-months. */
  months: number;
  /** Those with an incident of the kind that is looked for. */
  hits: number;
  /** In 100 brand-months: at most, or at least, so many. */
  bound: { most: number } | { least: number };
}

export const rateOf = ({ hits, months }: Trial): number => (100 * hits) / months;

export const holds = (trial: Trial): boolean =>
  'most' in trial.bound ? rateOf(trial) <= trial.bound.most : rateOf(trial) >= trial.bound.least;

function begin(seed: string, month: number) {
  const brand = createMonth(createRandom(seed, month));
  for (let day = 0; day < HISTORY_DAYS; day += 1) brand.ask(day, USUAL);
  return brand;
}

/** Months in which nothing changes: each incident is a false one. */
function quiet(months: number): Trial {
  let hits = 0;
  for (let month = 0; month < months; month += 1) {
    const brand = begin('quiet', month);
    let found = 0;
    for (let day = 0; day < MONTH_DAYS; day += 1)
      found += brand.look(HISTORY_DAYS + day, USUAL).length;
    if (found > 0) hits += 1;
  }
  return { name: 'nothing changed', months, hits, bound: { most: 1 } };
}

/** A change on one day: found if its run and the one that confirms it open the incident. */
function injected(name: string, kind: Kind, truth: Truth, months: number): Trial {
  let hits = 0;
  for (let month = 0; month < months; month += 1) {
    if (begin(name, month).look(HISTORY_DAYS, truth).includes(kind)) hits += 1;
  }
  return { name, months, hits, bound: { least: 90 } };
}

/** The detectors against what is known to be true: 72 answers a run, one run a day, the same for the same number. */
export const tryDetectors = (months: number, changes: number): Trial[] => [
  quiet(months),
  injected('collapse .60 to .30', 'ranking_collapse', { ...USUAL, mention: 0.3 }, changes),
  injected('surge .05 to .30', 'negative_surge', { ...USUAL, negative: 0.3 }, changes),
];
