/** Citations of an answer, in order, and how often they are owned by the brand (metrics: citations). */

import { createHash } from 'node:crypto';
import { decodeHTMLAttribute } from 'entities';
import { garwood } from '../statistics/poisson.js';
import { type Rate, sampleState } from '../statistics/stats.js';
import { blankCode } from '../text/code.js';
import { bareUrlAt, linkDefinitions, markdownLinks } from '../text/link.js';
import { toVisibleText } from '../text/markdown.js';
import { countLeading } from '../text/ordered.js';
import { sliceWhole } from '../text/snippet.js';
import {
  canonicalUrl,
  isOpaqueRedirect,
  pageOf,
  registrableDomain,
  type SourceLink,
  sourceDomain,
} from '../text/url.js';
import { unwrapUrl } from '../text/wrapped-url.js';

export interface Citation {
  /** URL as cited, or the target of a redirect that names its target. */
  url: string;
  canonicalUrl: string;
  /** Equal for all links to one page; no address. */
  page: string;
  /** Registrable domain in punycode. */
  sourceDomain: string;
  /**
   * Visible sentence around the link, at most 300 UTF-16 units; without one, the title of the source
   * or ''.
   */
  context: string;
}

const MAX_CONTEXT_CHARS = 300;
const CONTEXT_LEAD_CHARS = 200;
const MAX_SENTENCE_CHARS = 1_000;
/** Real answers stay far below; reading more would only keep the process busy. */
const MAX_CITATIONS = 1_000;
/** Limit for canonical URLs, which are ASCII. */
const MAX_URL_CHARS = 4_096;
/** Requires a blank after a stop, because dots inside a URL do not end a sentence. */
const SENTENCE_EDGE = /[.!?](?=\s)|[。！？\n]/g;

/**
 * A link and its range [start, end) in the text; `start` is null for a source that the text does not
 * link.
 */
interface Found extends SourceLink {
  start: number | null;
  end: number;
}

const ANCHOR = /<a\b[^<>]{0,1000}?\bhref=["'](https?:\/\/[^"'<>\s]{1,4096})["'][^<>]{0,1000}>/gi;
const IMAGE_TAG = /<img\b[^<>]{0,4096}>/gi;

/** Code and images cite nothing. */
function linksIn(source: string): Found[] {
  const text = blankCode(source).replace(IMAGE_TAG, (tag) => ' '.repeat(tag.length));
  const images: { start: number; end: number }[] = [];
  const marked: Found[] = linkDefinitions(text).map((definition) => ({
    ...definition,
    title: null,
  }));
  for (const { url, start, end, isImage } of markdownLinks(text))
    if (isImage) images.push({ start, end });
    else marked.push({ url, title: null, start, end });
  for (const { 1: address = '', index, 0: tag } of text.matchAll(ANCHOR)) {
    const url = decodeHTMLAttribute(address);
    marked.push({ url, title: null, start: index, end: index + tag.length });
  }
  marked.sort((a, b) => (a.start ?? 0) - (b.start ?? 0));
  // Blank the targets, so that the search for bare URLs does not find them again.
  let rest = '';
  const targets = [...marked, ...images].sort((a, b) => (a.start ?? 0) - (b.start ?? 0));
  for (const { start, end } of targets) {
    rest += text.slice(rest.length, start ?? 0);
    rest += ' '.repeat(Math.max(0, end - rest.length));
  }
  rest += text.slice(rest.length);
  const bare: Found[] = [];
  const scheme = /https?:\/\/|(?<![\w/@.-])www\.(?=[\w-]+\.)/gi;
  for (let found = scheme.exec(rest); found !== null; found = scheme.exec(rest)) {
    const { url, end } = bareUrlAt(rest, found.index);
    bare.push({ url, title: null, start: found.index, end });
    // A URL inside a URL is part of it.
    scheme.lastIndex = Math.max(end, scheme.lastIndex);
  }
  return [...marked, ...bare];
}

/** Position of the first occurrence of each mark such as `[3]`. */
function marksIn(text: string): Map<string, number> {
  const marks = new Map<string, number>();
  for (const { 0: mark, index } of text.matchAll(/\[\d{1,5}\]/g))
    if (!marks.has(mark)) marks.set(mark, index);
  return marks;
}

/** Text shown for a link that has no words but its URL. */
const hostOf = (url: string): string => {
  const address = /^https?:/i.test(url) ? url : `http://${url}`;
  return URL.canParse(address) ? new URL(address).hostname.replace(/^www\./, '') : ' ';
};

/** `[3]` marks the third listed source; its sentence is the sentence around the mark. */
function locate(
  source: SourceLink,
  index: number,
  marks: ReadonlyMap<string, number>,
  links: ReadonlyMap<string | null, Found>,
): Found {
  const link = links.get(pageOf(source));
  if (link) return { ...source, start: link.start, end: link.end };
  const mark = `[${index + 1}]`;
  const start = marks.get(mark);
  return start === undefined
    ? { ...source, start: null, end: 0 }
    : { ...source, start, end: start + mark.length };
}

function contextOf({ start, end, title }: Found, text: string, edges: readonly number[]): string {
  const fallback = sliceWhole(title ?? '', 0, MAX_CONTEXT_CHARS);
  if (start === null) return fallback;
  // Limits what is read per link of a sentence that does not end.
  const before = edges[countLeading(edges, (edge) => edge <= start) - 1] ?? 0;
  const behind = edges[countLeading(edges, (edge) => edge < end)] ?? text.length;
  const from = Math.max(before, start - MAX_SENTENCE_CHARS);
  const to = Math.min(behind, end + MAX_SENTENCE_CHARS);
  const tidy = (raw: string): string => toVisibleText(raw, hostOf).text.replace(/\s+/g, ' ').trim();
  const sentence = tidy(text.slice(from, to));
  if (!/[\p{L}\p{N}]/u.test(sentence)) return fallback;
  const overhang = Math.max(0, sentence.length - MAX_CONTEXT_CHARS);
  const lead = Math.min(
    overhang,
    Math.max(0, tidy(text.slice(from, end)).length - CONTEXT_LEAD_CHARS),
  );
  return sliceWhole(sentence, lead, lead + MAX_CONTEXT_CHARS);
}

/** A link takes the title of the listed source with the same URL. */
function linksWithTitles(text: string, sources: readonly SourceLink[]): Found[] {
  const titles = new Map(sources.map(({ url, title }) => [url, title]));
  return linksIn(text).map((link) => ({ ...link, title: titles.get(link.url) ?? null }));
}

/** Null unless the URL is http or https and within the length limit. */
function toCitation(found: SourceLink): Omit<Citation, 'context'> | null {
  const url = unwrapUrl(found.url);
  const canonical = url === null ? null : canonicalUrl(url);
  const page = pageOf(found);
  if (url === null || canonical === null || page === null) return null;
  if (canonical.length > MAX_URL_CHARS) return null;
  const domain = sourceDomain({ url, title: found.title });
  // `localhost` and its like are no pages of the web.
  return domain === null || !domain.includes('.')
    ? null
    : { url, canonicalUrl: canonical, page, sourceDomain: domain };
}

/**
 * Citations, one per page: first the sources that the engine lists, then Markdown links and reference
 * definitions, then bare URLs. An opaque redirect to a domain that the text links to is dropped as a
 * duplicate of that link.
 */
export function extractCitations(text: string, sources: readonly SourceLink[]): Citation[] {
  const links = linksWithTitles(text, sources);
  const marks = marksIn(text);
  const byPage = new Map(links.map((link) => [pageOf(link), link] as const).reverse());
  const linked = new Set(
    links.flatMap(({ url }) => (isOpaqueRedirect(url) ? [] : [registrableDomain(url)])),
  );
  const edges = [...text.matchAll(SENTENCE_EDGE)].map(({ index, 0: edge }) => index + edge.length);
  const citations = new Map<string, Citation>();
  for (const found of [...sources.map((source, i) => locate(source, i, marks, byPage)), ...links]) {
    const citation = toCitation(found);
    if (citation === null || citations.has(citation.page)) continue;
    if (isOpaqueRedirect(citation.url) && linked.has(citation.sourceDomain)) continue;
    if (citations.size === MAX_CITATIONS) break;
    citations.set(citation.page, { ...citation, context: contextOf(found, text, edges) });
  }
  return [...citations.values()];
}

/** SHA-256 in hex. `locale` is a BCP 47 tag; the same text in another locale is a different prompt. */
export const promptHash = (text: string, locale: string): string =>
  createHash('sha256')
    .update(`${text.normalize('NFKC').trim()}\n${locale}`)
    .digest('hex');

/** Owned citations per answer of engines that can cite, at least 0, with the exact Poisson interval. */
export function citationDensity(ownedCitations: number, answers: number): Rate {
  const interval = garwood(ownedCitations, answers);
  return {
    value: interval ? ownedCitations / answers : null,
    numerator: ownedCitations,
    denominator: answers,
    low: interval?.low ?? null,
    high: interval?.high ?? null,
    state: sampleState(answers),
  };
}
