import { v5 } from 'uuid';
import { BRAND, toEntity } from '../domain/alias.js';
import { extractCitations, promptHash } from '../domain/citation.js';
import { createStatedReader } from '../domain/stated-fact.js';
import { registrableDomain } from '../domain/url.js';
import type { EngineAnswer } from '../engines/engine.js';
import type { PlannedPrompt, RunPlan } from '../entities/run.js';
import type { NewAnswer } from './answer.js';
import { createNameReader, type Names } from './read-names.js';

export type Analysis = Names & Pick<NewAnswer, 'citations' | 'stated'>;

/** A prompt asked in another language or country is another prompt. */
export const hashOf = (prompt: PlannedPrompt): string =>
  promptHash(
    prompt.text,
    prompt.country === null ? prompt.language : `${prompt.language}-${prompt.country}`,
  );

/** What a run looks for, compiled once; then each answer is read for names, places, tone and links. */
export function createAnalyst(brandId: string, plan: RunPlan, sandbox: boolean) {
  const { brand } = plan;
  const reader = createNameReader(brand);
  const readStated = createStatedReader(
    toEntity(BRAND, brand.name, brand.aliases),
    brand.competitors.map(({ id, name, aliases }) => toEntity(id, name, aliases)),
  );
  const owned = new Set(brand.ownedDomains.map((domain) => registrableDomain(domain) ?? domain));

  return (answer: EngineAnswer, platform: string, prompt: PlannedPrompt): Analysis => {
    const hash = hashOf(prompt);
    const names = reader.read(answer.text, prompt.language);
    return {
      ...names,
      stated: names.mentioned ? readStated(answer.text) : [],
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
