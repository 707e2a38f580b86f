import { BRAND, toEntity } from '../domain/alias.js';
import { type Evidence, evidenceOf } from '../domain/evidence.js';
import { readByLexicon } from '../domain/lexicon.js';
import {
  acceptMentions,
  createMentionFinder,
  type Mention,
  type MentionFinder,
} from '../domain/mention.js';
import { prominenceOf } from '../domain/prominence.js';
import { rankEntities } from '../domain/rank.js';
import { toSnippet } from '../domain/snippet.js';
import { untrackedNames } from '../domain/untracked-name.js';
import type { RunPlan } from '../entities/run.js';
import type { NewAnswer } from './answer.js';

/** What an answer says of the tracked names. */
export type Names = Pick<
  NewAnswer,
  | 'mentioned'
  | 'rank'
  | 'position'
  | 'prominence'
  | 'snippet'
  | 'mentions'
  | 'sentiment'
  | 'untracked'
>;

/** What a judge is shown. */
export interface BrandEvidence extends Evidence {
  /** Each hit may mean something else than the brand. */
  ambiguous: boolean;
}

export interface NameReader {
  /** `meant` says whether ambiguous hits mean the brand; left out, their company decides. */
  read(text: string, language: string, meant?: boolean): Names;
  /** Null where no name of the brand stands, not even an ambiguous one. */
  findEvidence(text: string): BrandEvidence | null;
}

/** No honest answer comes near; one that is only a name must still be storable. */
const MOST_MENTIONS = 32_767;

function tally(
  mentions: readonly Mention[],
  ranks: ReadonlyMap<string, number>,
  shares: ReadonlyMap<string, number>,
): NewAnswer['mentions'] {
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
export function createNameReader(brand: RunPlan['brand']): NameReader {
  const finder: MentionFinder = createMentionFinder([
    toEntity(BRAND, brand.name, brand.aliases),
    ...brand.competitors.map((rival) => toEntity(rival.id, rival.name, rival.aliases)),
  ]);

  return {
    read(text, language, meant) {
      const found = finder.find(text);
      const mentions = acceptMentions(settle(found, meant));
      const shares = prominenceOf(text, mentions);
      const tallies = tally(mentions, rankEntities(text, mentions), shares);
      const own = tallies.find((entry) => entry.entityId === BRAND);
      const evidence = own === undefined ? null : evidenceOf(text, mentions, BRAND);
      return {
        mentioned: own !== undefined,
        rank: own?.rank ?? null,
        position: own?.position ?? null,
        prominence: own?.prominence ?? 0,
        snippet: toSnippet(text, own?.position ?? null),
        mentions: tallies,
        sentiment: evidence && readByLexicon(evidence, text, language),
        untracked: untrackedNames(text, found),
      };
    },
    findEvidence(text) {
      const found = finder.find(text);
      const evidence = evidenceOf(text, found, BRAND);
      if (evidence === null) return null;
      const own = found.filter((mention) => mention.entityId === BRAND);
      return { ...evidence, ambiguous: own.every((mention) => mention.ambiguous) };
    },
  };
}

/** With the brand's ambiguous hits made certain, or left out. */
function settle(found: readonly Mention[], meant: boolean | undefined): readonly Mention[] {
  if (meant === undefined) return found;
  const isOpen = (mention: Mention) => mention.ambiguous && mention.entityId === BRAND;
  return meant
    ? found.map((mention) => (isOpen(mention) ? { ...mention, ambiguous: false } : mention))
    : found.filter((mention) => !isOpen(mention));
}
