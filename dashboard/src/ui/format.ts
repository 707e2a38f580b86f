/** Formats numbers, changes and times. An en dash means no value. */

export const NONE = '–';
const LOCALE = 'en-GB';

const percent = new Intl.NumberFormat(LOCALE, {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const wholePercent = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 0 });
const count = new Intl.NumberFormat(LOCALE);
const signed = (digits: number) =>
  new Intl.NumberFormat(LOCALE, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    signDisplay: 'exceptZero',
  });
const signedOne = signed(1);
const signedTwo = signed(2);

type Maybe = number | null | undefined;
const or = (value: Maybe, write: (value: number) => string): string =>
  value === null || value === undefined ? NONE : write(value).replace('-', '−');

/** Formats a rate from 0 to 1 as a percentage. */
export const asRate = (value: Maybe): string => or(value, (rate) => percent.format(rate));
export const asWholeRate = (value: Maybe): string => or(value, (rate) => wholePercent.format(rate));
export const asCount = (value: Maybe): string => or(value, (number) => count.format(number));
/** `1 prompt`, `12 prompts`. */
export const asCounted = (number: number, one: string, many = `${one}s`): string =>
  `${asCount(number)} ${number === 1 ? one : many}`;
/** Formats a difference of two rates in percentage points. */
export const asPoints = (value: Maybe): string =>
  or(value, (change) => `${signedOne.format(change * 100)} pp`);
export const asSigned = (value: Maybe): string => or(value, (number) => signedTwo.format(number));
export const asRank = (value: Maybe): string => or(value, (rank) => rank.toFixed(1));
export const asDollars = (value: Maybe): string =>
  or(value, (dollars) => `$${dollars.toFixed(dollars !== 0 && dollars < 1 ? 4 : 2)}`);

export const asInterval = (low: Maybe, high: Maybe): string =>
  low === null || low === undefined || high === null || high === undefined
    ? 'no interval'
    : `95% interval ${asRate(low)} to ${asRate(high)}`;

/** Formats milliseconds with a precision that fits the length. */
export function asDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1_000;
  if (seconds < 60) return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes} min ${Math.round(seconds % 60)} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const day = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const moment = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short' });

/** Formats a UTC day such as `2026-01-31`. */
export const asDay = (date: string): string => day.format(new Date(`${date}T00:00:00Z`));
/** Formats a time in the time zone of the browser. */
export const asMoment = (time: string): string => moment.format(new Date(time));

const relative = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto', style: 'short' });
const STEPS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

export function asAgo(time: string, nowMs: number): string {
  const seconds = (new Date(time).getTime() - nowMs) / 1_000;
  for (const [unit, length] of STEPS)
    if (Math.abs(seconds) >= length) return relative.format(Math.round(seconds / length), unit);
  return Math.abs(seconds) < 10 ? 'just now' : relative.format(Math.round(seconds), 'second');
}
