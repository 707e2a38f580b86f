/** Extracts tracked names from an answer. */

import { type Alias, BRAND, toEntity } from '../names/alias.js';
import {
  acceptMentions,
  createMentionFinder,
  type Mention,
  type MentionFinder,
} from '../names/mention.js';
import { untrackedNames } from '../names/untracked-name.js';
import { toSnippet } from '../text/snippet.js';
import { type Evidence, evidenceOf } from './evidence.js';
import { prominenceOf } from './prominence.js';
import { type RankBasis, rankEntities } from './rank.js';
import { readTone } from './read-tone.js';
import type { Sentiment } from './sentiment.js';

/** A brand and its rivals, as search terms. */
export interface TrackedNames {
  name: string;
  /** Product category, whose words are a context for uncertain names. Missing in plans of older releases. */
  category?: string | null;
  aliases: readonly Alias[];
  competitors: readonly { id: string; name: string; aliases: readonly Alias[] }[];
}

export interface Names {
  mentioned: boolean;
  /** The name of the brand occurs, and each match may mean something else. */
  uncertain: boolean;
  /** Null when the answer does not rank the brand. */
  rank: number | null;
  rankBasis: RankBasis | null;
  position: number | null;
  /** Share of the text that is about the brand, in [0, 1]; null for a failed answer. */
  prominence: number | null;
  snippet: string;
  mentions: {
    entityId: string;
    rank: number | null;
    position: number;
    mentions: number;
    prominence: number;
  }[];
  /** Null when the brand is not mentioned. */
  sentiment: Sentiment | null;
  /**
   * Untracked names listed beside the tracked ones; counted when the run ends, not stored with the
   * answer.
   */
  untracked: string[];
}

/** Evidence for a judge. */
export interface BrandEvidence extends Evidence {
  /** Every match may mean something other than the brand. */
  uncertain: boolean;
}

export interface NameReader {
  /** `meant` says whether uncertain matches mean the brand; when omitted, the names around them decide. */
  read(text: string, language: string, meant?: boolean): Names;
  /** Null when no name of the brand occurs, not even an uncertain one. */
  findEvidence(text: string, language: string): BrandEvidence | null;
}

/** Real answers stay far below; an answer that repeats one name must still be storable. */
const MOST_MENTIONS = 32_767;

function tally(
  mentions: readonly Mention[],
  ranks: ReadonlyMap<string, number>,
  shares: ReadonlyMap<string, number>,
): Names['mentions'] {
  const byEntity = Map.groupBy(mentions, (mention) => mention.entityId);
  return [...byEntity].map(([entityId, found]) => ({
    entityId,
    rank: ranks.get(entityId) ?? null,
    position: found[0]?.start ?? 0,
    mentions: Math.min(found.length, MOST_MENTIONS),
    prominence: shares.get(entityId) ?? 0,
  }));
}

/** Compiled once for the names of a plan. */
export function createNameReader(brand: TrackedNames): NameReader {
  const finder: MentionFinder = createMentionFinder([
    toEntity(BRAND, brand.name, brand.aliases),
    ...brand.competitors.map((rival) => toEntity(rival.id, rival.name, rival.aliases)),
  ]);

  return {
    read(text, language, meant) {
      const found = settle(finder.find(text, language), meant);
      const mentions = acceptMentions(found, text, brand.category ?? null);
      const shares = prominenceOf(text, mentions);
      const hasRivals = brand.competitors.length > 0;
      const { basis, ranks } = rankEntities(text, mentions, { hasRivals });
      const tallies = tally(mentions, ranks, shares);
      const own = tallies.find((entry) => entry.entityId === BRAND);
      const evidence = own === undefined ? null : evidenceOf(text, mentions, BRAND);
      return {
        mentioned: own !== undefined,
        uncertain: isUncertain(found),
        rank: own?.rank ?? null,
        rankBasis: own?.rank == null ? null : basis,
        position: own?.position ?? null,
        prominence: own?.prominence ?? 0,
        snippet: toSnippet(text, own?.position ?? null),
        mentions: tallies,
        sentiment: evidence && readTone(evidence, text, language),
        untracked: untrackedNames(text, found),
      };
    },
    findEvidence(text, language) {
      const found = finder.find(text, language);
      const evidence = evidenceOf(text, found, BRAND);
      if (evidence === null) return null;
      return { ...evidence, uncertain: isUncertain(found) };
    },
  };
}

/** Whether the brand is matched, and by uncertain matches only. */
function isUncertain(found: readonly Mention[]): boolean {
  const own = found.filter((mention) => mention.entityId === BRAND);
  return own.length > 0 && own.every((mention) => mention.uncertain);
}

/** Uncertain matches of the brand are accepted or removed. */
function settle(found: readonly Mention[], meant: boolean | undefined): readonly Mention[] {
  if (meant === undefined) return found;
  const isOpen = (mention: Mention) => mention.uncertain && mention.entityId === BRAND;
  return meant
    ? found.map((mention) =>
        isOpen(mention) ? { ...mention, uncertain: false, isOtherName: false } : mention,
      )
    : found.filter((mention) => !isOpen(mention));
}
