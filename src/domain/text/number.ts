/** Numbers in prose, with their kinds and units. */

import { ADDRESS } from './prose.js';

export type NumberKind = 'percent' | 'currency' | 'plain';

/** Words before a figure that is a label and not a quantity. */
const LABEL =
  /(?:^|[^\p{L}\p{N}])(?:versions?|releases?|builds?|editions?|generation|steps?|chapters?|sections?|parts?|figures?|fig\.?|tables?|phases?|stages?|levels?|tiers?|class|grade|types?|kinds?|models?|series|volumes?|vol\.?|pages?|questions?|rules?|articles?|examples?|options?|variants?|notes?|items?|groups?|batch|lot|rooms?|floor|gates?|routes?|nos?\.|nr\.|appendix)\s$/iu;

/** Whether the figure after these words is a label: `step 2`, `version 3.2`. */
export const isLabel = (before: string): boolean => LABEL.test(before.slice(-40));

export interface StatedNumber {
  /** Numeric value, with thousands and millions multiplied out. */
  value: number;
  kind: NumberKind;
  /** Whether the number has a unit or is a year. */
  isQuantity: boolean;
  start: number;
  end: number;
}

const FIGURE = String.raw`(?<![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]-?|[\d.,/_#])(?<figure>[1-9]\d{0,2}(?:[.,'’\u00a0\u202f]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d{1,4})?)(?!\d|/\d)`;
const MAGNITUDE = String.raw`(?:\s?(?<magnitude>thousand|million|billion|trillion|bn|[kK](?!\p{L})|[mM](?!\p{L})|万|萬|亿|億|千|만|억))?`;
const NUMBER = new RegExp(
  String.raw`(?<currency>(?:US\$|[$€£¥₹₩]|USD|EUR|GBP)\s?)?${FIGURE}\+?${MAGNITUDE}\+?(?<unit>\s?(?:%|‰|per\s?cent\b|percent\b|pct\b|percentage points?\b|个百分点)|\s?(?:€|\$|[Dd]ollars?\b|[Ee]uros?\b|[Pp]ounds?\b|USD\b|EUR\b|GBP\b|yen\b|yuan\b|元|円|원|美元|欧元)|[\s-](?:[\p{Ll}²³]{1,30}|°[CF])|[\p{Lo}])?`,
  'gu',
);
const TIMES: Record<string, number> = {
  ...{
    k: 1e3,
    thousand: 1e3,
    千: 1e3,
    m: 1e6,
    million: 1e6,
    bn: 1e9,
    billion: 1e9,
    trillion: 1e12,
  },
  ...{ 万: 1e4, 萬: 1e4, 만: 1e4, 亿: 1e8, 億: 1e8, 억: 1e8 },
};
/** Words after a figure that are not its unit. */
const NO_UNIT = new Set(
  [
    'and or nor to of in on at by for with from as but than then that which who where while because if so per via into over under after before since until through between within without during',
    'is are was were be been has have had do does did can could may might must will would shall should came come comes went goes gets got makes made gives gave brings brought takes took shows showed adds added ships shipped arrives arrived launches launched introduces introduced includes included supports supported fixes fixed improves improved follows followed runs ran',
    'the a an this these those it its they we you he she now also only just still not already later again here there',
    'und oder et y o e het van von bis mit pour ist sind war wird',
  ].flatMap((words) => words.split(' ')),
);
const PERCENT = /^\s?(?:%|‰|per\s?cent|percent|pct|percentage|个百分点)/u;
const MONEY =
  /^\s?(?:€|\$|[Dd]ollars?|[Ee]uros?|[Pp]ounds?|USD|EUR|GBP|yen|yuan|元|円|원|美元|欧元)/u;

const SPELLED = new Map(
  'two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'
    .split(' ')
    .map((word, at) => [word, at + 2] as const),
);
const SPELLED_OUT = new RegExp(String.raw`\b(?:${[...SPELLED.keys()].join('|')})\b`, 'giu');

/** Keeps the length: full-width figures become ASCII, and URLs are blanked. */
const toReadable = (text: string): string =>
  text
    .replace(/[０-９％．，]/gu, (c) => String.fromCharCode(c.charCodeAt(0) - 0xfee0))
    .replace(ADDRESS, (address) => ' '.repeat(address.length));

const GROUPED = /^([1-9]\d{0,2}(?:[.,'’\u00a0\u202f]\d{3})+)(?:[.,](\d{1,2}))?$/u;

/** Three figures after a point or a comma are thousands, as in most languages. */
function toValue(figure: string): number {
  const [, thousands, decimals = '0'] = GROUPED.exec(figure) ?? [];
  return Number(
    thousands === undefined
      ? figure.replace(',', '.')
      : `${thousands.replace(/\D/gu, '')}.${decimals}`,
  );
}

function kindOf(currency: string | undefined, unit: string): NumberKind {
  if (PERCENT.test(unit)) return 'percent';
  return currency !== undefined || MONEY.test(unit) ? 'currency' : 'plain';
}

const isYear = (figure: string): boolean => /^(?:19|20)\d\d$/.test(figure);

/** In text order. Figures in names (B2B, v2, GPT-4) and in URLs do not count. */
export function numbersIn(text: string): StatedNumber[] {
  if (!/[\d０-９]/u.test(text)) return [];
  return [...toReadable(text).matchAll(NUMBER)].map((match) => {
    const { figure = '', magnitude, currency, unit = '' } = match.groups ?? {};
    const kind = kindOf(currency, unit);
    const word = unit.replace(/^[\s-]/, '').toLowerCase();
    const isNamed = word !== '' && !NO_UNIT.has(word);
    // The noun after an amount of money is what the money buys, not a unit.
    const isUnit = kind === 'plain' ? isNamed : PERCENT.test(unit) || MONEY.test(unit);
    const times = magnitude === undefined ? 1 : (TIMES[magnitude.toLowerCase()] ?? 1);
    return {
      value: toValue(figure) * times,
      kind,
      isQuantity: kind !== 'plain' || isNamed || magnitude !== undefined || isYear(figure),
      start: match.index,
      end: match.index + match[0].length - (isUnit ? 0 : unit.length),
    };
  });
}

/** Small numbers written as words. They can be invented, but are not quantities. */
export const spelledNumbersIn = (text: string): StatedNumber[] =>
  [...text.matchAll(SPELLED_OUT)].map((match) => ({
    value: SPELLED.get(match[0].toLowerCase()) ?? 0,
    kind: 'plain',
    isQuantity: false,
    start: match.index,
    end: match.index + match[0].length,
  }));
