import type { Deps, Tenant } from '../../deps.js';

/** The day's engine budget as customers of this server may see it: no numbers of calls or of dollars. */
export interface EngineBudgetShown {
  usedShare: number;
  refusedUntil: Date | null;
}

/** Null where no live engine is asked. */
export async function readEngineBudget(
  deps: Deps,
  { environment }: Pick<Tenant, 'environment'>,
): Promise<EngineBudgetShown | null> {
  if (deps.engines.forEnvironment(environment).sandbox) return null;
  const { share, refusedUntil } = await deps.spend.read();
  return { usedShare: Math.floor(share * 100) / 100, refusedUntil };
}
