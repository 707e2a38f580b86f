/**
 * Evidence of experience, expertise and trust on one page, as counts, so that the text need not be
 * stored.
 */

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
  /** Count of first-hand phrases: "We tested", "in our kitchen we measured". */
  firstHand: number;
  /** Count of dates, and of quantities with a unit. */
  details: number;
  /** Count of tables and original figures. */
  figures: number;
  /** Count of reviews, ratings and case studies. */
  customers: number;
  isSigned: boolean;
  hasCredentials: boolean;
  outboundDomains: string[];
  reviewedBy: boolean;
  publishedAt: string | null;
  modifiedAt: string | null;
  /** Number of sentences that state a quantity, and number of those that give a source. */
  claims: number;
  sourced: number;
  isEntity: boolean;
  /** Facts about the brand, one value each; missing in pages stored before facts were read. */
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
/** Pages may be long, but state their subject at the beginning. */
const STATED_LENGTH = 64 * 1024;
/** A line that states a value has at least eight characters, among them a figure and two letters. */
const STATING = /^(?=.*\d)(?=.*\p{L}.*\p{L}).{8}/u;

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Derived from the URL path, because link texts vary more than paths. */
export function kindsOf(url: string): PageKind[] {
  let path = '';
  try {
    path = decodeURIComponent(new URL(url).pathname);
  } catch {
    return [];
  }
  return PAGE_KINDS.filter((kind) => KIND_PATHS[kind].test(path));
}

/** Facts from the prose, and the name and address from the markup. */
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
        // A row without a subject may belong to any product on the page.
        !about.startsWith(': ') &&
        // The address in the markup is more precise.
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
