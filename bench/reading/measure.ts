import { extractCitations } from '../../src/domain/answers/citation.js';
import { createNameReader } from '../../src/domain/answers/read-names.js';
import { type Alias, BRAND, toEntity } from '../../src/domain/names/alias.js';
import { acceptMentions, createMentionFinder } from '../../src/domain/names/mention.js';
import { pageOf } from '../../src/domain/text/url.js';
import {
  type Label,
  type LinkCase,
  type MentionCase,
  type RankingCase,
  readCases,
  readMarks,
  type ToneCase,
} from './cases.js';
import { naiveMentions, naiveRank, naiveTone, naiveUrls } from './naive.js';
import { add, type Found, NONE } from './score.js';

/** Cases of one group that are read right, by the product and by the baseline. */
export interface Tally {
  cases: number;
  right: number;
  naive: number;
}

export type Tallies = Map<string, Tally>;

export interface Mentions {
  ours: Found;
  naive: Found;
}

export interface Tones {
  groups: Tallies;
  /** Label and reading of each case in a language that is read. */
  pairs: [string, string][];
  blame: number;
  /** Complaints that were read as praise. */
  praisedBlame: number;
  /** Texts in languages that are not read. */
  unread: number;
}

/** Called with each case that is read wrongly, and with how it is read. */
export type Tell = (kind: string, what: object) => void;

const aliasesOf = ({
  name,
  aliases = [],
  caseSensitive = false,
}: MentionCase['brand']): Alias[] => [
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
  const certain = labels.filter(({ isOpen }) => !isOpen);
  const right = certain.filter((label) => found.some((span) => overlaps(span, label))).length;
  const missed = certain.length - right;
  const wrong = found.filter((span) => !labels.some((label) => overlaps(span, label))).length;
  return { cases: 1, exact: missed + wrong === 0 ? 1 : 0, right, wrong, missed };
}

/** By language. */
export function measureMentions(folder: string, tell: Tell): Map<string, Mentions> {
  const byLanguage = new Map<string, Mentions>();
  for (const one of readCases<MentionCase>(folder, 'mentions')) {
    const { text, labels } = readMarks(one.text);
    const { name, aliases, competitors, category } = trackedOf(one);
    const finder = createMentionFinder([
      toEntity(BRAND, name, aliases),
      ...competitors.map((rival) => toEntity(rival.id, rival.name, rival.aliases)),
    ]);
    const found = acceptMentions(finder.find(text, one.language), text, category);
    const ours = compare(labels, found);
    if (ours.exact === 0)
      tell('mentions', { ...one, read: found.map(({ entityId, surface }) => [entityId, surface]) });
    const naive = compare(labels, naiveMentions(text, one));
    const known = byLanguage.get(one.language) ?? { ours: NONE, naive: NONE };
    byLanguage.set(one.language, { ours: add(known.ours, ours), naive: add(known.naive, naive) });
  }
  return byLanguage;
}

function count(groups: Tallies, group: string, right: boolean, naive: boolean): void {
  const { cases, ...known } = groups.get(group) ?? { cases: 0, right: 0, naive: 0 };
  groups.set(group, {
    cases: cases + 1,
    right: known.right + Number(right),
    naive: known.naive + Number(naive),
  });
}

export function measureTones(folder: string, tell: Tell): Tones {
  const tones: Tones = { groups: new Map(), pairs: [], blame: 0, praisedBlame: 0, unread: 0 };
  for (const one of readCases<ToneCase>(folder, 'tones')) {
    const reader = createNameReader({
      name: one.brand,
      aliases: aliasesOf({ name: one.brand }),
      competitors: one.rivals.map((name) => ({ id: name, name, aliases: aliasesOf({ name }) })),
    });
    const read = reader.read(one.text, one.language).sentiment;
    const label = read === null || read.method === 'none' ? 'unread' : read.label;
    if (one.language !== 'en') {
      tones.unread += 1;
      if (label !== 'unread') tell('tones', { ...one, read });
      continue;
    }
    if (label !== one.tone) tell('tones', { ...one, read });
    tones.pairs.push([one.tone, label]);
    if (one.tone === 'negative') {
      tones.blame += 1;
      tones.praisedBlame += Number(label === 'positive');
    }
    count(tones.groups, one.group, label === one.tone, naiveTone(one.text) === one.tone);
  }
  return tones;
}

const inOrder = (ranks: Readonly<Record<string, number>>): string =>
  JSON.stringify(Object.entries(ranks).sort(([a], [b]) => (a < b ? -1 : 1)));

export function measureRankings(folder: string, tell: Tell): Tallies {
  const groups: Tallies = new Map();
  for (const one of readCases<RankingCase>(folder, 'rankings')) {
    const { mentions, rank, rankBasis } = createNameReader(trackedOf(one)).read(one.text, 'en');
    const ranks = Object.fromEntries(
      mentions.flatMap((entry) => (entry.rank === null ? [] : [[entry.entityId, entry.rank]])),
    );
    const wanted = one.ranks[BRAND] ?? null;
    const isBased = wanted === null || rankBasis === one.basis;
    const isRight = rank === wanted && isBased && inOrder(ranks) === inOrder(one.ranks);
    if (!isRight) tell('rankings', { ...one, read: { rankBasis, ranks } });
    count(groups, one.group, isRight, naiveRank(one) === wanted);
  }
  return groups;
}

export function measureLinks(folder: string, tell: Tell): Tallies {
  const groups: Tallies = new Map();
  for (const one of readCases<LinkCase>(folder, 'links')) {
    const sources = one.sources.map(({ url, title }) => ({ url, title: title ?? null }));
    const wanted = new Set(one.pages.map((url) => pageOf({ url, title: null })));
    const isSame = (pages: readonly (string | null)[]): boolean =>
      new Set(pages).size === wanted.size && pages.every((page) => wanted.has(page));
    const read = extractCitations(one.text, sources).map(({ page }) => page);
    if (!isSame(read)) tell('links', { ...one, read });
    const naive = naiveUrls(one).map((url) => pageOf({ url, title: null }));
    count(groups, one.group, isSame(read), isSame(naive));
  }
  return groups;
}
