/** What of one page speaks for experience, expertise and trust: counts, so that its words need not be kept. */

import { readWikiPage } from '../facts/reading.js';
import { toKey } from '../facts/rule.js';
import { type StatedFact, statedIn, toAddress } from '../facts/stated-fact.js';
import type { Entity } from '../names/alias.js';
import { createMentionFinder } from '../names/mention.js';
import { isEntityLink } from './entity-page.js';
import type { PageFacts } from './page-facts.js';

export const PAGE_KINDS = ['about', 'contact', 'privacy', 'terms', 'returns'] as const;
export type PageKind = (typeof PAGE_KINDS)[number];

export interface PageEvidence {
  url: string;
  isSecure: boolean;
  words: number;
  kinds: PageKind[];
  /** "We tested", "in our kitchen we measured". */
  firstHand: number;
  /** Dates, and quantities with their unit. */
  details: number;
  /** Tables and figures of the page's own. */
  figures: number;
  /** Reviews, ratings and case studies. */
  customers: number;
  isSigned: boolean;
  hasCredentials: boolean;
  outboundDomains: string[];
  reviewedBy: boolean;
  publishedAt: string | null;
  modifiedAt: string | null;
  /** Sentences that state a quantity, and those of them that say where it is from. */
  claims: number;
  sourced: number;
  isEntity: boolean;
  /** What it states of the brand in one value each; left out by those who read it before this was looked for. */
  stated?: StatedFact[];
}

const KIND_PATHS: Record<PageKind, RegExp> = {
  about: /about|company|who-we-are|our-story|imprint|impressum|关于/iu,
  contact: /contact|support|联系/iu,
  privacy: /privacy|datenschutz|隐私/iu,
  terms: /terms|conditions|\btos\b|\bagb\b|条款/iu,
  returns: /return|refund|correction|退货|退款|更正/iu,
};
const FIRST_HAND =
  /\b(?:we(?:'ve|’ve| have)?|i(?:'ve|’ve| have)?) (?:\w+ly )?(?:tested|tried|measured|used|compared|built|visited|weighed|photographed)\b|我们(?:实测|测试|试用|使用)|亲测|使用后/giu;
const DETAILS =
  /\b(?:19|20)\d{2}-\d{2}-\d{2}\b|\b(?:january|february|march|april|may|june|july|august|september|october|november|december) (?:\d{1,2}, )?(?:19|20)\d{2}\b|(?<![\d.,])\d(?:[\d.,]{0,15}\d)? ?(?:%|percent\b|kg\b|g\b|km\b|cm\b|mm\b|m\b|ml\b|l\b|hours?\b|minutes?\b|days?\b|weeks?\b|months?\b|years?\b|°c|usd\b|eur\b|€|公里|公斤|小时|分钟|天|年)|(?:[$€£¥]) ?\d/giu;
const SENTENCES = /[^.!?。！？\n]+(?:[.!?](?!\s)[^.!?。！？\n]*)*/gu;
const SOURCED =
  /according to|\bsource:|\bstudy\b|\bsurvey\b|\breport(?:ed)? by|\bpublished (?:in|by)|https?:|根据|来源|据.{1,20}(?:报告|调查|研究)/iu;
const MOST_DOMAINS = 100;
const MOST_STATED = 100;
/** A page of a site may be long, and what it is about stands at its beginning. */
const STATED_LENGTH = 64 * 1024;
/** What states a value holds one, and says of what. */
const STATING = /^(?=.*\d)(?=.*\p{L}.*\p{L}).{8}/u;

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** By where it stands: what a link's words say differs more than what its path does. */
export function kindsOf(url: string): PageKind[] {
  let path = '';
  try {
    path = decodeURIComponent(new URL(url).pathname);
  } catch {
    return [];
  }
  return PAGE_KINDS.filter((kind) => KIND_PATHS[kind].test(path));
}

/** Its prose, and whose name and address its markup gives. */
function statedOn({ text, owner }: PageFacts, brand: Entity): StatedFact[] {
  const lines = text.slice(0, STATED_LENGTH).split('\n');
  const body = lines.filter((line) => STATING.test(line)).join('\n\n');
  const name = owner?.name ?? null;
  const isOwn = name !== null && createMentionFinder([brand]).find(name).length > 0;
  const address = owner?.street == null ? null : toAddress(owner.street);
  const found = [
    ...(name === null ? [] : [{ about: 'name', value: isOwn ? 'own' : toKey(name) }]),
    ...(address === null ? [] : [{ about: 'address', value: address }]),
    ...statedIn(readWikiPage({ title: '', body }, brand)).filter(
      ({ about }) =>
        // A row that does not say whose it is may be of any product of the page.
        !about.startsWith(': ') &&
        // What the markup says of it is said more clearly.
        (about !== 'address' || address === null),
    ),
  ];
  return found.slice(0, MOST_STATED).map(({ about, value }) => ({ about, value }));
}

export function toEvidence(page: PageFacts, brand: Entity): PageEvidence {
  const claims = (page.text.match(SENTENCES) ?? []).filter(
    (sentence) => count(sentence, DETAILS) > 0,
  );
  return {
    url: page.url,
    isSecure: page.isSecure,
    words: page.words,
    kinds: kindsOf(page.url),
    firstHand: count(page.text, FIRST_HAND),
    details: count(page.text, DETAILS),
    figures: page.tables + page.figures,
    customers: page.evidence,
    isSigned: page.author.isNamed,
    hasCredentials: page.author.hasCredentials,
    outboundDomains: page.outboundDomains.slice(0, MOST_DOMAINS),
    reviewedBy: page.reviewedBy,
    publishedAt: page.publishedAt,
    modifiedAt: page.modifiedAt,
    claims: claims.length,
    sourced: claims.filter((sentence) => SOURCED.test(sentence)).length,
    isEntity: page.sameAs.some(isEntityLink),
    stated: statedOn(page, brand),
  };
}
