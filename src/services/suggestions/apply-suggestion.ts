import type { EngineDeps, Statement, StoreDeps, Tenant } from '../../deps.js';
import { isId } from '../../domain/accounts/id.js';
import {
  concernedPrompts,
  type PromptPlatforms,
} from '../../domain/suggestions/concerned-prompts.js';
import { DAY_MS } from '../../domain/time/utc-day.js';
import { Suggestion } from '../../entities/suggestion.js';
import { AppError, badInput, notFound } from '../../errors.js';
import { checkList } from '../input/validate.js';
import { loadBrandWindows } from '../measures/brand-window.js';
import { findSuggestion, type SuggestionRow } from './suggestion.js';

const MOST_PROMPTS = 200;
const KNOWN: Statement = {
  name: 'known-prompts',
  text: `select count(*) as count from prompt where account_id = :accountId and environment = :environment and id = any(:ids)`,
};

async function checkPrompts(
  deps: StoreDeps,
  tenant: Tenant,
  promptIds: readonly string[],
): Promise<string[]> {
  if (promptIds.length === 0) throw badInput('promptIds', 'must not be empty');
  const ids = [...new Set(checkList('promptIds', promptIds, MOST_PROMPTS))];
  if (!ids.every(isId)) throw notFound('prompt');
  const [row] = await deps.db.query<{ count: number }>(tenant, KNOWN, { ids });
  if (row?.count !== ids.length) throw notFound('prompt');
  return ids;
}

const CHOSEN_FROM_MS = 14 * DAY_MS;
/** Unbranded prompts asked in the days before the application. */
const ASKED: Statement = {
  name: 'asked-prompts',
  text: `select p.id as "promptId", p.text, asked.answers from (
      select a.prompt_id, count(*) as answers from answer a where a.account_id = :accountId and a.environment = :environment
        and a.brand_id = :brandId and a.sandbox = :sandbox and a.run_at >= :from and a.run_at < :appliedAt and a.status = 'answered' and not a.branded
      group by 1 order by 2 desc, 1 limit 2000
    ) asked join prompt p on (p.account_id, p.environment, p.id) = (:accountId, :environment, asked.prompt_id)`,
};

/**
 * Stored with the application, before any later answers could influence the choice. Null when there
 * are too few prompts to choose from: then all prompts count, without a control.
 */
async function choosePrompts(
  deps: StoreDeps & EngineDeps,
  tenant: Tenant,
  { brandId, content, rewritten }: SuggestionRow,
  appliedAt: Date,
): Promise<string[] | null> {
  const from = new Date(appliedAt.getTime() - CHOSEN_FROM_MS);
  const window = { days: 14, from, until: appliedAt };
  const [{ sandbox } = { sandbox: false }] = await loadBrandWindows(
    deps,
    tenant,
    [brandId],
    window,
  );
  const asked = await deps.db.query<PromptPlatforms>(tenant, ASKED, {
    brandId,
    sandbox,
    from,
    appliedAt,
  });
  return concernedPrompts(asked, `${content}\n${rewritten}`, MOST_PROMPTS);
}

/** Starts the measurement. A second application is rejected, because it would move the windows. */
export async function applySuggestion(
  deps: StoreDeps & EngineDeps,
  tenant: Tenant,
  id: string,
  promptIds: readonly string[] | null,
): Promise<SuggestionRow> {
  const suggestion = await findSuggestion(deps, tenant, id);
  const appliedAt = deps.now();
  const prompts =
    promptIds === null
      ? await choosePrompts(deps, tenant, suggestion, appliedAt)
      : await checkPrompts(deps, tenant, promptIds);
  const changed = await deps.db.transaction(tenant, (tx) =>
    tx.em.nativeUpdate(
      Suggestion,
      { ...tenant, id: suggestion.id, status: 'proposed' },
      { status: 'applied', appliedAt, promptIds: prompts },
    ),
  );
  if (changed === 0) throw new AppError('CONFLICT', 'this suggestion was already applied');
  return findSuggestion(deps, tenant, suggestion.id);
}
