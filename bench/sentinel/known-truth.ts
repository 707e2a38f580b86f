import {
  type IncidentType,
  NEGATIVE_SURGE,
  PLATFORM_SHIFT,
  RANKING_COLLAPSE,
} from '../../src/domain/incidents/incident.js';
import type { RateOverrides } from '../../src/engines/sandbox/model.js';
import { createAccount, type Injected, type Opened } from './month.js';
import type { Design } from './sandbox-brand.js';

const ALL = ['chatgpt', 'claude', 'deepseek', 'gemini', 'grok', 'perplexity'];
const of = (platforms: number): Design => ({ platforms: ALL.slice(0, platforms), prompts: 12 });
/** Base rates of the changes; all other rates are the sandbox's own. */
const USUAL: RateOverrides = { mention: 0.6, negative: 0.05 };
const HISTORY_DAYS = 31;
const MONTH_DAYS = 30;
/** Days within which a change of a platform, or a change in small runs, must be found. */
const WEEK_DAYS = 7;

/** Bound for the rate in 100 brand-months; null without a promise. */
export type Bound = { most: number } | { least: number } | null;

export interface Trial {
  name: string;
  /** Brands per account; `answers` is the number of answers per run. */
  brands: number;
  answers: number;
  /** Brand-months; account-months for a change of a platform. */
  months: number;
  /** Incidents in quiet months; for a change, months in which it was found with the right type. */
  hits: number;
  types: Partial<Record<IncidentType, number>>;
  bound: Bound;
}

export const rateOf = ({ hits, months }: Pick<Trial, 'hits' | 'months'>): number =>
  (100 * hits) / months;

export function holds(trial: Trial): boolean {
  const { bound } = trial;
  if (bound === null) return true;
  return 'most' in bound ? rateOf(trial) <= bound.most : rateOf(trial) >= bound.least;
}

function count(opened: readonly Opened[]): Trial['types'] {
  const types: Trial['types'] = {};
  for (const { type } of opened) types[type] = (types[type] ?? 0) + 1;
  return types;
}

interface Setting {
  brands: number;
  design: Design;
  usual: RateOverrides;
}

function begin(name: string, { brands, design, usual }: Setting) {
  const account = createAccount(name, brands, design);
  for (let day = 0; day < HISTORY_DAYS; day += 1) account.ask(day, () => () => usual);
  return account;
}

const sizeOf = ({ platforms, prompts }: Design): number => platforms.length * prompts;

/** Months without changes: every incident is a false positive. */
function quiet(name: string, setting: Setting, months: number, bound: Bound): Trial {
  const opened: Opened[] = [];
  const { brands, design, usual } = setting;
  const accounts = Math.ceil(months / brands);
  for (let month = 0; month < accounts; month += 1) {
    const account = begin(`Quietbrook ${brands} ${sizeOf(design)} ${month}`, setting);
    for (let day = 0; day < MONTH_DAYS; day += 1)
      opened.push(...account.look(HISTORY_DAYS + day, () => () => usual));
  }
  const size = { brands, answers: sizeOf(design), months: accounts * brands };
  return { name, ...size, hits: opened.length, types: count(opened), bound };
}

/** A change that begins on one day. It must be found within `days`; 1 means in its run or the next. */
interface Change {
  type: IncidentType;
  injected: (brand: number) => Injected;
  days: number;
}

function changed(
  name: string,
  setting: Setting,
  { type, injected, days }: Change,
  months: number,
  bound: Bound,
): Trial {
  const all: Opened[] = [];
  let hits = 0;
  const { brands, design, usual } = setting;
  for (let month = 0; month < months; month += 1) {
    const account = begin(`Changewick ${type} ${brands} ${sizeOf(design)} ${month}`, setting);
    let isFound = false;
    for (let day = 0; day < days && !isFound; day += 1) {
      const opened = account.look(HISTORY_DAYS + day, (brand) => (platform) => ({
        ...usual,
        ...injected(brand)(platform),
      }));
      all.push(...opened);
      isFound = opened.some(
        (one) => one.type === type && (one.brand === 0 || type === PLATFORM_SHIFT),
      );
    }
    if (isFound) hits += 1;
  }
  return { name, brands, answers: sizeOf(design), months, hits, types: count(all), bound };
}

const ofFirst =
  (overrides: RateOverrides) =>
  (brand: number): Injected =>
  () =>
    brand === 0 ? overrides : {};
const collapse = (days: number): Change => ({
  type: RANKING_COLLAPSE,
  injected: ofFirst({ mention: 0.3 }),
  days,
});
const surge = (days: number): Change => ({
  type: NEGATIVE_SURGE,
  injected: ofFirst({ negative: 0.3 }),
  days,
});
const shift: Change = {
  type: PLATFORM_SHIFT,
  injected: () => (platform) => (platform === 'grok' ? { mention: 0.1 } : {}),
  days: WEEK_DAYS,
};

/** Trials in the order of the table, computed lazily. The same number of months always gives the same table. */
export function* tryDetectors(months: number): Generator<Trial> {
  const full = (brands: number): Setting => ({ brands, design: of(6), usual: USUAL });
  const sizes = [1, 2, 4];
  // Other brands of the account hardly affect a change of one brand.
  const fewer = (brands: number) => (brands === 1 ? months : months / 4);
  for (const brands of sizes) yield quiet('nothing changed', full(brands), months, { most: 1 });
  yield quiet('nothing changed, other rates', { ...full(2), usual: {} }, months, { most: 1 });
  for (const brands of sizes)
    yield changed('one brand named .60 to .30', full(brands), collapse(1), fewer(brands), {
      least: 90,
    });
  for (const brands of sizes)
    yield changed('one brand negative .05 to .30', full(brands), surge(1), fewer(brands), {
      least: 90,
    });
  for (const brands of [2, 4])
    yield changed('one platform names all .60 to .10', full(brands), shift, months / 4, null);
  for (const platforms of [3, 1]) {
    const small: Setting = { brands: 2, design: of(platforms), usual: USUAL };
    yield quiet('nothing changed', small, months, { most: 1 });
    yield changed('one brand named .60 to .30', small, collapse(WEEK_DAYS), months / 4, null);
    yield changed('one brand negative .05 to .30', small, surge(WEEK_DAYS), months / 4, null);
  }
}
