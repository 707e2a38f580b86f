import type { StoreDeps, Tenant } from '../../deps.js';
import { isBranded } from '../../domain/measures/visibility.js';
import { BRAND, toEntity } from '../../domain/names/alias.js';
import { createMentionFinder } from '../../domain/names/mention.js';
import type { RunPlan } from '../../entities/run.js';
import { badInput, notFound } from '../../errors.js';
import { type BrandRow, loadCompetitors } from '../brands/brand.js';
import { checkList } from '../input/validate.js';
import { loadPrompts, type PromptRow } from '../prompts/prompt.js';

const MOST_PROMPTS = 1_000;

/** The named prompts without duplicates, in the given order; or all enabled prompts. */
function choosePrompts(prompts: readonly PromptRow[], ids: readonly string[] | null): PromptRow[] {
  const enabled = prompts.filter((prompt) => prompt.enabled);
  if (enabled.length === 0) throw badInput('promptPackId', 'must be a pack with enabled prompts');
  if (ids === null) return enabled;
  if (ids.length === 0) throw badInput('promptIds', 'must contain at least one prompt of the pack');
  const byId = new Map(enabled.map((prompt) => [prompt.id, prompt]));
  return [...new Set(checkList('promptIds', ids, MOST_PROMPTS))].map((id) => {
    const prompt = byId.get(id);
    if (prompt === undefined) throw notFound('prompt');
    return prompt;
  });
}

/** Snapshot of the prompts and names of a run. */
export async function makePlan(
  deps: StoreDeps,
  tenant: Tenant,
  brand: BrandRow,
  packId: string,
  promptIds: readonly string[] | null,
): Promise<RunPlan> {
  const [competitors, prompts] = await Promise.all([
    loadCompetitors(deps, tenant, [brand.id]),
    loadPrompts(deps, tenant, [packId]),
  ]);
  const chosen = choosePrompts(prompts, promptIds);
  const finder = createMentionFinder([toEntity(BRAND, brand.name, brand.aliases)]);
  return {
    brand: {
      name: brand.name,
      category: brand.category,
      website: brand.website,
      aliases: brand.aliases,
      ownedDomains: brand.ownedDomains,
      competitors: competitors.map(({ id, name, aliases }) => ({ id, name, aliases })),
    },
    prompts: chosen.map(({ id, text, stage, country, language }) => ({
      promptId: id,
      text,
      stage,
      country,
      language,
      branded: isBranded(text, language, finder),
    })),
  };
}
