/** Author, dates and sources of one web page. Pure: takes the HTML of a page that was fetched before. */

import { Parser } from 'htmlparser2';
import { registrableDomain } from '../text/url.js';

export interface PageFacts {
  url: string;
  isSecure: boolean;
  /** Visible text, without scripts, styles and markup. */
  text: string;
  words: number;
  /** Absolute http and https links, without duplicates. */
  links: string[];
  /** Registrable domains of third parties that the page links to, without duplicates. */
  outboundDomains: string[];
  tables: number;
  /** Figures with a caption, and images or data sets declared in the markup. */
  figures: number;
  /** Reviews, ratings and case studies. */
  evidence: number;
  author: { isNamed: boolean; hasCredentials: boolean };
  reviewedBy: boolean;
  /** ISO 8601 as given on the page; null without a date. */
  publishedAt: string | null;
  modifiedAt: string | null;
  /** URLs that the markup declares to be the same entity (schema.org sameAs). */
  sameAs: string[];
  /** Owner of the site according to the markup: name and street, each null when missing. */
  owner: { name: string | null; street: string | null } | null;
}

type Node = Record<string, unknown>;

const HIDDEN = new Set(['script', 'style', 'noscript', 'template', 'svg', 'head']);
const BLOCKS =
  /^(?:p|div|li|h[1-6]|br|tr|td|th|section|article|header|footer|ul|ol|table|blockquote|figure)$/;
/** Real pages nest their data less deeply. */
const DEEPEST_NODE = 12;
const MOST_NODES = 2_000;
/** The time of the parser is quadratic in this depth. */
const DEEPEST_ELEMENT = 2_000;

let words: Intl.Segmenter | undefined;

function countWords(text: string): number {
  words ??= new Intl.Segmenter('en', { granularity: 'word' });
  let count = 0;
  for (const { isWordLike } of words.segment(text)) if (isWordLike) count += 1;
  return count;
}

/** All objects inside JSON-LD; empty for invalid JSON. */
function nodesOf(json: string): Node[] {
  const nodes: Node[] = [];
  const visit = (value: unknown, depth: number): void => {
    if (depth > DEEPEST_NODE || nodes.length >= MOST_NODES) return;
    if (Array.isArray(value)) for (const entry of value) visit(entry, depth + 1);
    else if (value !== null && typeof value === 'object') {
      nodes.push(value as Node);
      for (const entry of Object.values(value)) visit(entry, depth + 1);
    }
  };
  try {
    visit(JSON.parse(json), 0);
  } catch {
    return [];
  }
  return nodes;
}

const listOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value];
const textsOf = (value: unknown): string[] =>
  listOf(value).filter((entry): entry is string => typeof entry === 'string' && entry !== '');
const isOf = (node: Node, ...types: string[]): boolean =>
  textsOf(node['@type']).some((type) => types.includes(type));
const firstText = (nodes: readonly Node[], name: string): string | null =>
  nodes.flatMap((node) => textsOf(node[name]))[0] ?? null;

const CREDENTIALS = /\b(?:ph\.?\s?d|m\.?d\.?|professor|prof\.|dr\.)(?![\p{L}\p{N}])/iu;

function readAuthor(nodes: readonly Node[], byline: string): PageFacts['author'] {
  const authors = nodes.flatMap((node) => listOf(node.author));
  const people = authors.filter(
    (author): author is Node =>
      author !== null && typeof author === 'object' && isOf(author as Node, 'Person'),
  );
  const named = [
    ...authors.flatMap(textsOf),
    ...people.flatMap(({ name }) => textsOf(name)),
    byline,
  ];
  return {
    isNamed: named.some((name) => name.trim() !== ''),
    hasCredentials:
      named.some((name) => CREDENTIALS.test(name)) ||
      people.some(({ jobTitle, sameAs }) => textsOf(jobTitle).length + textsOf(sameAs).length > 0),
  };
}

const OWNERS = ['Organization', 'Corporation', 'LocalBusiness', 'Store', 'Restaurant', 'Hotel'];

/** The only organization of the page, or the one whose URL is on the domain of the page. */
function readOwner(nodes: readonly Node[], own: string | null): PageFacts['owner'] {
  const all = nodes.filter((node) => isOf(node, ...OWNERS));
  const here = all.filter(({ url }) => textsOf(url).some((at) => registrableDomain(at) === own));
  const [node] = here.length > 0 ? here : all.length === 1 ? all : [];
  if (node === undefined) return null;
  const places = listOf(node.address);
  const [place] = places;
  const street =
    place !== null && typeof place === 'object'
      ? textsOf((place as Node).streetAddress)[0]
      : textsOf(place)[0];
  // An organization with two addresses has no single address to compare with.
  return {
    name: textsOf(node.name)[0] ?? null,
    street: places.length === 1 ? (street ?? null) : null,
  };
}

/** Accepts any text as HTML; takes time linear in its length. */
export function readPageFacts(html: string, url: string): PageFacts {
  const own = registrableDomain(url);
  const links = new Set<string>();
  const meta: Record<string, string> = {};
  const jsonLd: string[] = [];
  let text = '';
  let byline = '';
  let tables = 0;
  let captions = 0;
  let hiddenIn = '';
  let isJson = false;
  let isByline = false;
  let depth = 0;

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1;
        if (depth > DEEPEST_ELEMENT) return parser.pause();
        if (name === 'script') isJson = attributes.type === 'application/ld+json';
        if (isJson) jsonLd.push('');
        if (hiddenIn === '' && HIDDEN.has(name) && name !== 'head') hiddenIn = name;
        if (name === 'table') tables += 1;
        if (name === 'figcaption') captions += 1;
        if (BLOCKS.test(name)) text += '\n';
        if (attributes.rel === 'author' || attributes.itemprop === 'author') isByline = true;
        if (name === 'meta' && attributes.content !== undefined)
          meta[(attributes.property ?? attributes.name ?? '').toLowerCase()] ??= attributes.content;
        if (name === 'time' && attributes.datetime !== undefined) meta.time ??= attributes.datetime;
        const target = name === 'a' ? attributes.href : undefined;
        if (target !== undefined && URL.canParse(target, url)) {
          const { href, protocol } = new URL(target, url);
          if (/^https?:$/.test(protocol)) links.add(href.replace(/#.*$/, ''));
        }
      },
      ontext(part) {
        if (isJson) jsonLd.push((jsonLd.pop() ?? '') + part);
        else if (hiddenIn === '') {
          text += part;
          if (isByline) byline += part;
        }
      },
      onclosetag(name) {
        depth -= 1;
        if (name === 'script') isJson = false;
        if (name === hiddenIn) hiddenIn = '';
        isByline = false;
      },
    },
    { decodeEntities: true },
  );
  parser.end(html);

  const nodes = jsonLd.flatMap(nodesOf);
  const shown = text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim();
  const found = [...links];
  const domains = found.flatMap((link) => registrableDomain(link) ?? []);
  return {
    url,
    isSecure: url.startsWith('https:'),
    text: shown,
    words: countWords(shown),
    links: found,
    outboundDomains: [...new Set(domains)].filter((domain) => domain !== own),
    tables,
    figures: captions + nodes.filter((node) => isOf(node, 'ImageObject', 'Dataset')).length,
    evidence:
      nodes.filter((node) => isOf(node, 'Review', 'AggregateRating')).length + countCases(shown),
    author: readAuthor(nodes, byline || (meta.author ?? '')),
    reviewedBy: nodes.some((node) => node.reviewedBy !== undefined),
    publishedAt:
      firstText(nodes, 'datePublished') ?? meta['article:published_time'] ?? meta.time ?? null,
    modifiedAt: firstText(nodes, 'dateModified') ?? meta['article:modified_time'] ?? null,
    sameAs: nodes.flatMap((node) => textsOf(node.sameAs)),
    owner: readOwner(nodes, own),
  };
}

const countCases = (text: string): number =>
  text.match(/\b(?:case stud(?:y|ies)|customer stor(?:y|ies))\b|客户案例|成功案例/giu)?.length ?? 0;
