import type { Deps, Tenant, Transaction } from '../../deps.js';
import { newId } from '../../domain/accounts/id.js';
import { type Limits, limitsOf, type Tier } from '../../domain/accounts/tier.js';
import type { AliasInput } from '../../domain/names/alias.js';
import { languageOfScript } from '../../domain/prompts/prompt-pack.js';
import { sourceDomain } from '../../domain/text/url.js';
import { Brand } from '../../entities/brand.js';
import { AppError, nameAllFaults, notFound } from '../../errors.js';
import { once } from '../input/idempotency.js';
import { checkText, checkWebsite } from '../input/validate.js';
import { makeOwnPack, toNewPrompts } from '../prompts/prompt.js';
import { checkLanguage, checkPrompts, type PromptInput } from '../prompts/prompt-input.js';
import { type BrandRow, findBrand } from './brand.js';
import {
  type CompetitorInput,
  checkCompetitor,
  checkCompetitors,
  NAME_LENGTH,
  toAliases,
} from './brand-names.js';
import { replaceCompetitors } from './change-brand.js';
import { queueSiteRead } from './follow-site.js';

export interface NewBrand {
  name: string;
  category: string;
  /** Found from the category's script unless given. */
  language?: string | null;
  website?: string | null;
  aliases?: AliasInput[] | null;
  competitors?: CompetitorInput[] | null;
  /** In place of the twelve that are made from its category. */
  prompts?: PromptInput[] | null;
}

/** The account's row stays locked, so that of two requests for the last place one gets it. */
async function checkBrandLimit(tx: Transaction, tenant: Tenant): Promise<void> {
  const [setting] = await tx.execute<{ tier: Tier; limits: Partial<Limits> }>(
    'select tier, limits from account_setting where account_id = :accountId for update',
  );
  if (!setting) throw notFound('account');
  const quota = limitsOf(setting.tier, setting.limits).brands;
  const used = await tx.em.count(Brand, { ...tenant, deletedAt: null });
  if (used >= quota) {
    throw new AppError(
      'UPGRADE_NEEDED',
      `the ${setting.tier} tier holds ${quota} ${quota === 1 ? 'brand' : 'brands'}; upgrade to add more`,
      {
        details: { tier: setting.tier, quota },
      },
    );
  }
}

function checkBrandName(given: string): string {
  const name = checkText('name', given, NAME_LENGTH);
  toAliases('name', name, []);
  return name;
}

/** The brand's own fields as they are stored, with its rivals and prompts; names every fault at once. */
export function checkNewBrand(input: NewBrand) {
  return nameAllFaults((attempt) => {
    const name = attempt(() => checkBrandName(input.name)) ?? '';
    const category = attempt(() => checkText('category', input.category, NAME_LENGTH)) ?? '';
    const { language, website, prompts } = input;
    const aliases = input.aliases ?? [];
    const fields = {
      name,
      category,
      language:
        language == null
          ? languageOfScript(category)
          : (attempt(() => checkLanguage('language', language)) ?? ''),
      website: website == null ? null : (attempt(() => checkWebsite('website', website)) ?? null),
      // Without a name there is nothing to hold them to.
      aliases: name === '' ? [] : (attempt(() => toAliases('aliases', name, aliases)) ?? []),
    };
    const domain =
      fields.website === null ? null : sourceDomain({ url: fields.website, title: null });
    const ownedDomains = domain === null ? [] : [domain];
    const competitors = (input.competitors ?? []).flatMap(
      (rival, at) => attempt(() => checkCompetitor(`competitors[${at}]`, rival)) ?? [],
    );
    attempt(() => checkCompetitors(competitors, { name, ownedDomains }));
    return {
      fields: { ...fields, ownedDomains },
      competitors,
      prompts:
        prompts == null || prompts.length === 0
          ? null
          : (attempt(() => checkPrompts(prompts)) ?? null),
    };
  });
}

/** With its own pack of prompts: those that are given, or twelve made from its category. All or nothing is stored. */
export async function createBrand(
  deps: Deps,
  owner: Tenant & { userId: string },
  input: NewBrand,
  idempotencyKey: string | null,
): Promise<BrandRow> {
  const { accountId, environment } = owner;
  const tenant: Tenant = { accountId, environment };
  const checked = checkNewBrand(input);
  const { fields, competitors } = checked;
  const { language } = fields;
  const prompts =
    checked.prompts === null
      ? null
      : await toNewPrompts(deps, tenant, checked.prompts, {
          language,
          more: [fields, ...competitors],
        });
  const { answer } = await once(
    deps,
    tenant,
    { operation: 'createBrand', key: idempotencyKey, input: checked },
    async (tx) => {
      await checkBrandLimit(tx, tenant);
      const now = deps.now();
      const id = newId();
      await tx.em.insert(Brand, {
        ...tenant,
        ...fields,
        id,
        userId: owner.userId,
        createdAt: now,
        updatedAt: now,
        deletedAt: null,
      });
      if (competitors.length > 0) await replaceCompetitors(tx, tenant, id, competitors, now);
      await makeOwnPack(deps, tx, tenant, { ...fields, id }, prompts);
      if (fields.ownedDomains.length > 0) await queueSiteRead(deps, tx, tenant, id);
      return { id };
    },
  );
  return findBrand(deps, tenant, answer.id);
}
