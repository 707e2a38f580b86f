import type { Deps, Scope } from '../deps.js';
import { BRAND, toEntity } from '../domain/alias.js';
import { createMentionFinder } from '../domain/mention.js';
import { isBranded } from '../domain/visibility.js';
import type { RunPlan } from '../entities/run.js';
import { badInput } from '../errors.js';
import { type BrandRow, loadCompetitors } from './brand.js';
import { loadPrompts } from './prompt.js';

/** What a run will ask and look for, as it stands now. */
export async function makePlan(
  deps: Deps,
  scope: Scope,
  brand: BrandRow,
  packId: string,
): Promise<RunPlan> {
  const [competitors, prompts] = await Promise.all([
    loadCompetitors(deps, scope, [brand.id]),
    loadPrompts(deps, scope, [packId]),
  ]);
  const enabled = prompts.filter((prompt) => prompt.enabled);
  if (enabled.length === 0) throw badInput('promptPackId', 'names a pack without enabled prompts');
  const finder = createMentionFinder([toEntity(BRAND, brand.name, brand.aliases)]);
  return {
    brand: {
      name: brand.name,
      website: brand.website,
      aliases: brand.aliases,
      ownedDomains: brand.ownedDomains,
      competitors: competitors.map(({ id, name, aliases }) => ({ id, name, aliases })),
    },
    prompts: enabled.map(({ id, text, stage, country, language }) => ({
      promptId: id,
      text,
      stage,
      country,
      language,
      branded: isBranded(text, finder),
    })),
  };
}
