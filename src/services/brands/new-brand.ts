import type { EngineDeps, StoreDeps, Tenant, Transaction } from '../../deps.js';
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
  /** Derived from the script of the category when omitted. */
  language?: string | null;
  website?: string | null;
  aliases?: AliasInput[] | null;
  competitors?: CompetitorInput[] | null;
  /** Replace the twelve generated prompts. */
  prompts?: PromptInput[] | null;
}

/** Locks the row of the account, so that of two concurrent requests for the last place one succeeds. */
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
      `the ${setting.tier} tier allows ${quota} ${quota === 1 ? 'brand' : 'brands'}; upgrade to add more`,
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

/** Validated fields in stored form, with rivals and prompts. Reports all errors together. */
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
      // Aliases cannot be checked without a name.
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

/**
 * Creates a brand with its own pack: the given prompts, or twelve generated from its category. All or
 * nothing is stored.
 */
export async function createBrand(
  deps: StoreDeps & EngineDeps,
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
