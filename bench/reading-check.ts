/**
 * How well answers are read, over the labelled cases of a folder (`bench/reading` by default): mentions, tones, rankings
 * and links, each beside a naive baseline. `--wrong` prints the cases that were read wrongly. Exits with 1 below a bound.
 */

import { parseArgs } from 'node:util';
import { extractCitations } from '../src/domain/answers/citation.js';
import { createNameReader } from '../src/domain/answers/read-names.js';
import { type Alias, BRAND, toEntity } from '../src/domain/names/alias.js';
import { acceptMentions, createMentionFinder } from '../src/domain/names/mention.js';
import { pageOf } from '../src/domain/text/url.js';
import {
  type Label,
  type LinkCase,
  type MentionCase,
  type RankingCase,
  readCases,
  readMarks,
  type ToneCase,
} from './reading/cases.js';
import { add, type Found, kappa, NONE, precision, recall } from './reading/score.js';

const { values, positionals } = parseArgs({
  options: { wrong: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const folder = positionals[0] ?? 'bench/reading';

const show = (value: number | null): string => (value === null ? '–' : value.toFixed(2));
const row = (...cells: (string | number)[]): void => console.info(`| ${cells.join(' | ')} |`);
const head = (...cells: string[]): void => {
  row(...cells);
  row(...cells.map(() => '---'));
};
const tellWrong = (kind: string, what: unknown): void => {
  if (values.wrong) console.info(`${kind} ${JSON.stringify(what)}`);
};
/** Marks a value below its bound, and makes the check fail. */
function bounded(value: number | null, least: number): string {
  if (value === null || value >= least) return show(value);
  process.exitCode = 1;
  return `${show(value)} (below ${least})`;
}

type Named = MentionCase['brand'];

const aliasesOf = ({ name, aliases = [], caseSensitive = false }: Named): Alias[] => [
  ...toEntity('', name, [
    { text: name, caseSensitive },
    ...aliases.map((text) => ({ text, caseSensitive })),
  ]).aliases,
];

const trackedOf = ({
  brand,
  rivals,
  category,
}: Pick<MentionCase, 'brand' | 'rivals' | 'category'>) => ({
  name: brand.name,
  category: category ?? null,
  aliases: aliasesOf(brand),
  competitors: rivals.map((rival) => ({
    id: rival.id,
    name: rival.name,
    aliases: aliasesOf(rival),
  })),
});

type Span = Pick<Label, 'entityId' | 'start' | 'end'>;
const overlaps = (a: Span, b: Span): boolean =>
  a.entityId === b.entityId && a.start < b.end && b.start < a.end;

function compare(labels: readonly Label[], found: readonly Span[]): Found {
  const right = labels.filter(
    (label) => !label.isOpen && found.some((span) => overlaps(span, label)),
  );
  const missed = labels.filter((label) => !label.isOpen).length - right.length;
  const wrong = found.filter((span) => !labels.some((label) => overlaps(span, label))).length;
  const exact = missed === 0 && wrong === 0 ? 1 : 0;
  return { cases: 1, exact, right: right.length, wrong, missed };
}

/** Each name and alias wherever it stands between characters that are no letters. */
function naiveMentions(text: string, { brand, rivals }: MentionCase): Span[] {
  return [{ ...brand, id: BRAND }, ...rivals].flatMap(({ id, name, aliases = [] }) =>
    [name, ...aliases].flatMap((each) => {
      const pattern = each.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
      return [
        ...text.matchAll(new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, 'giu')),
      ].map(({ index, 0: surface }) => ({
        entityId: id,
        start: index,
        end: index + surface.length,
      }));
    }),
  );
}

function checkMentions(): void {
  const byLanguage = new Map<string, { ours: Found; naive: Found }>();
  for (const one of readCases<MentionCase>(folder, 'mentions')) {
    const { text, labels } = readMarks(one.text);
    const { aliases, competitors, name } = trackedOf(one);
    const finder = createMentionFinder([
      toEntity(BRAND, name, aliases),
      ...competitors.map((rival) => toEntity(rival.id, rival.name, rival.aliases)),
    ]);
    const found = acceptMentions(finder.find(text, one.language), text, one.category ?? null);
    const ours = compare(labels, found);
    if (ours.exact === 0)
      tellWrong('mentions', {
        ...one,
        found: found.map(({ entityId, surface }) => [entityId, surface]),
      });
    const naive = compare(labels, naiveMentions(text, one));
    const known = byLanguage.get(one.language) ?? { ours: NONE, naive: NONE };
    byLanguage.set(one.language, { ours: add(known.ours, ours), naive: add(known.naive, naive) });
  }
  head('mentions', 'cases', 'exact', 'precision', 'recall', 'naive precision', 'naive recall');
  const all = { ours: NONE, naive: NONE };
  const print = (name: string, { ours, naive }: typeof all, least: number) =>
    row(
      name,
      ours.cases,
      ours.exact,
      bounded(precision(ours), least),
      bounded(recall(ours), least),
      show(precision(naive)),
      show(recall(naive)),
    );
  for (const [language, both] of byLanguage) {
    print(language, both, 0.75);
    all.ours = add(all.ours, both.ours);
    all.naive = add(all.naive, both.naive);
  }
  print('all', all, 0.9);
}

const PRAISE =
  /\b(?:good|great|best|excellent|easy|fast|reliable|love|recommend\w*|popular|better)\b/gi;
const BLAME =
  /\b(?:bad|poor|worst|slow|expensive|buggy|difficult|hate|problem\w*|terrible|worse)\b/gi;

/** More words of praise than of blame, or the reverse. */
function naiveTone(text: string): ToneCase['tone'] {
  const sum = (text.match(PRAISE)?.length ?? 0) - (text.match(BLAME)?.length ?? 0);
  if (sum === 0) return 'neutral';
  return sum > 0 ? 'positive' : 'negative';
}

interface ToneCount {
  cases: number;
  right: number;
  naive: number;
}

function checkTones(): void {
  const groups = new Map<string, ToneCount>();
  const pairs: [string, string][] = [];
  let unread = 0;
  let praisedBlame = 0;
  let blame = 0;
  for (const one of readCases<ToneCase>(folder, 'tones')) {
    const reader = createNameReader({
      name: one.brand,
      aliases: aliasesOf({ name: one.brand }),
      competitors: one.rivals.map((name) => ({ id: name, name, aliases: aliasesOf({ name }) })),
    });
    const read = reader.read(one.text, one.language).sentiment;
    if (read === null || read.method === 'none') {
      unread += 1;
      if (one.language === 'en') tellWrong('tones', { ...one, read });
      if (one.language !== 'en') continue;
    }
    const label = read?.method === 'none' ? 'unread' : (read?.label ?? 'unread');
    if (label !== one.tone) tellWrong('tones', { ...one, read });
    if (one.tone === 'negative') {
      blame += 1;
      if (label === 'positive') praisedBlame += 1;
    }
    pairs.push([one.tone, label]);
    const known = groups.get(one.group) ?? { cases: 0, right: 0, naive: 0 };
    groups.set(one.group, {
      cases: known.cases + 1,
      right: known.right + Number(label === one.tone),
      naive: known.naive + Number(naiveTone(one.text) === one.tone),
    });
  }
  head('tones', 'cases', 'right', 'naive');
  const all: ToneCount = { cases: 0, right: 0, naive: 0 };
  for (const [group, { cases, right, naive }] of groups) {
    row(group, cases, show(right / cases), show(naive / cases));
    all.cases += cases;
    all.right += right;
    all.naive += naive;
  }
  row('all', all.cases, bounded(all.right / all.cases, 0.65), show(all.naive / all.cases));
  console.info(
    `kappa ${show(kappa(pairs))}; ${praisedBlame} of ${blame} complaints read as praise; ${unread} texts unread`,
  );
}

/** Tracked names in the order of their first mention. */
function naiveRank(text: string, { brand, rivals }: RankingCase): number | null {
  const order = [{ ...brand, id: BRAND }, ...rivals]
    .map(({ id, name }) => ({ id, at: text.toLowerCase().indexOf(name.toLowerCase()) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at);
  const place = order.findIndex(({ id }) => id === BRAND);
  return place < 0 ? null : place + 1;
}

interface Tally {
  cases: number;
  right: number;
  naive: number;
}

function printTally(kind: string, groups: ReadonlyMap<string, Tally>): void {
  head(kind, 'cases', 'right', 'naive');
  const all: Tally = { cases: 0, right: 0, naive: 0 };
  for (const [group, { cases, right, naive }] of groups) {
    row(group, cases, show(right / cases), show(naive / cases));
    all.cases += cases;
    all.right += right;
    all.naive += naive;
  }
  row('all', all.cases, bounded(all.right / all.cases, 0.9), show(all.naive / all.cases));
}

function count(groups: Map<string, Tally>, group: string, right: boolean, naive: boolean): void {
  const known = groups.get(group) ?? { cases: 0, right: 0, naive: 0 };
  groups.set(group, {
    cases: known.cases + 1,
    right: known.right + Number(right),
    naive: known.naive + Number(naive),
  });
}

function checkRankings(): void {
  const groups = new Map<string, Tally>();
  for (const one of readCases<RankingCase>(folder, 'rankings')) {
    const { mentions, rank, rankBasis } = createNameReader(trackedOf(one)).read(one.text, 'en');
    const ranks = Object.fromEntries(
      mentions.flatMap((entry) => (entry.rank === null ? [] : [[entry.entityId, entry.rank]])),
    );
    const wanted = one.ranks[BRAND] ?? null;
    const isRight =
      rank === wanted &&
      (wanted === null || rankBasis === one.basis) &&
      JSON.stringify(Object.entries(ranks).sort()) ===
        JSON.stringify(Object.entries(one.ranks).sort());
    if (!isRight) tellWrong('rankings', { ...one, read: { rankBasis, ranks } });
    count(groups, one.group, isRight, naiveRank(one.text, one) === wanted);
  }
  printTally('rankings', groups);
}

function checkLinks(): void {
  const groups = new Map<string, Tally>();
  for (const one of readCases<LinkCase>(folder, 'links')) {
    const sources = one.sources.map(({ url, title }) => ({ url, title: title ?? null }));
    const wanted = new Set(one.pages.map((url) => pageOf({ url, title: null })));
    const isSame = (pages: readonly (string | null)[]): boolean =>
      new Set(pages).size === wanted.size && pages.every((page) => wanted.has(page));
    const pages = extractCitations(one.text, sources).map(({ page }) => page);
    if (!isSame(pages)) tellWrong('links', { ...one, read: pages });
    const urls = [
      ...(one.text.match(/https?:\/\/\S+/g) ?? []),
      ...one.sources.map(({ url }) => url),
    ];
    const naive =
      new Set(urls).size === one.pages.length && urls.every((url) => one.pages.includes(url));
    count(groups, one.group, isSame(pages), naive);
  }
  printTally('links', groups);
}

for (const check of [checkMentions, checkTones, checkRankings, checkLinks]) {
  check();
  console.info('');
}
