import { v5 } from 'uuid';
import { BRAND, toEntity } from '../domain/alias.js';
import { extractCitations, promptHash } from '../domain/citation.js';
import { acceptMentions, createMentionFinder, type Mention } from '../domain/mention.js';
import { rankEntities } from '../domain/rank.js';
import { toSnippet } from '../domain/snippet.js';
import { registrableDomain } from '../domain/url.js';
import type { EngineAnswer } from '../engines/engine.js';
import type { PlannedPrompt, RunPlan } from '../entities/run.js';
import type { NewAnswer } from './answer.js';

export type Analysis = Pick<
  NewAnswer,
  'mentioned' | 'rank' | 'position' | 'snippet' | 'mentions' | 'citations'
>;

/** No honest answer comes near; one that is only a name must still be storable. */
const MOST_MENTIONS = 32_767;

/** A prompt asked in another language or country is another prompt. */
export const hashOf = (prompt: PlannedPrompt): string =>
  promptHash(
    prompt.text,
    prompt.country === null ? prompt.language : `${prompt.language}-${prompt.country}`,
  );

function tally(
  mentions: readonly Mention[],
  ranks: ReadonlyMap<string, number>,
): NewAnswer['mentions'] {
  const byEntity = Map.groupBy(mentions, (mention) => mention.entityId);
  return [...byEntity].map(([entityId, found]) => ({
    entityId,
    rank: ranks.get(entityId) ?? null,
    position: found[0]?.start ?? 0,
    mentions: Math.min(found.length, MOST_MENTIONS),
  }));
}

/** What a run looks for, compiled once; then each answer is read for names, places and links. */
export function createAnalyst(brandId: string, plan: RunPlan, sandbox: boolean) {
  const { brand } = plan;
  const finder = createMentionFinder([
    toEntity(BRAND, brand.name, brand.aliases),
    ...brand.competitors.map((rival) => toEntity(rival.id, rival.name, rival.aliases)),
  ]);
  const owned = new Set(brand.ownedDomains.map((domain) => registrableDomain(domain) ?? domain));

  return (answer: EngineAnswer, platform: string, prompt: PlannedPrompt): Analysis => {
    const mentions = acceptMentions(finder.find(answer.text));
    const tallies = tally(mentions, rankEntities(answer.text, mentions));
    const own = tallies.find((entry) => entry.entityId === BRAND);
    const hash = hashOf(prompt);
    return {
      mentioned: own !== undefined,
      rank: own?.rank ?? null,
      position: own?.position ?? null,
      snippet: toSnippet(answer.text, own?.position ?? null),
      mentions: tallies,
      citations: extractCitations(answer.text, answer.citations).map((citation) => ({
        // The same link of the same prompt and platform is the same citation, whoever finds it first;
        // but what the sandbox invented does not stand in for what an engine found.
        citationId: v5(
          `${sandbox ? 'sandbox\n' : ''}${platform}\n${hash}\n${citation.canonicalUrl}`,
          brandId,
        ),
        sourceUrl: citation.canonicalUrl,
        sourceDomain: citation.sourceDomain,
        context: citation.context,
        owned: owned.has(citation.sourceDomain),
      })),
    };
  };
}

export type Analyst = ReturnType<typeof createAnalyst>;
