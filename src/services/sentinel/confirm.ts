import type { Deps, Tenant } from '../../deps.js';
import { AppError } from '../../errors.js';
import { startProbe } from '../runs/probe-run.js';
import type { ExaminedRun } from './examined-run.js';

const orNull = (list: string[]): string[] | null => (list.length === 0 ? null : list);

/**
 * Asks the same again at once, for the account and from its daily calls. When there are none left, or what was asked
 * is not there any more, the brand stays suspected. Trying again starts no second run.
 */
export async function startConfirmation(
  deps: Deps,
  tenant: Tenant,
  run: ExaminedRun,
): Promise<void> {
  // Real answers neither confirm nor clear what the sandbox said, and they cost money.
  if (deps.engines.forEnvironment(tenant.environment).sandbox !== run.sandbox) return;
  const input = {
    brandId: run.brandId,
    platforms: orNull(run.platforms),
    promptPackId: run.promptPackId,
    promptIds: orNull(run.promptIds),
    samplesPerPrompt: run.samplesPerPrompt,
  };
  try {
    const owner = { ...tenant, userId: run.userId };
    const { id } = await startProbe(deps, owner, input, `confirm-${run.id}`);
    await deps.db.transaction(tenant, (tx) =>
      tx.execute(
        'update suspicion set confirming_run_id = :id where account_id = :accountId and environment = :environment and run_id = :runId',
        { id, runId: run.id },
      ),
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    deps.log.info(
      { runId: run.id, brandId: run.brandId, reason: error.message },
      'a suspicion is not confirmed yet',
    );
  }
}
