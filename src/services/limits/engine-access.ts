import type { Deps } from '../../deps.js';
import { type EngineGrant, type Limits, limitsOf, type Tier } from '../../domain/accounts/tier.js';
import { AppError } from '../../errors.js';

/** Whether an account may use live engines, or what it still needs. */
export type EngineAccess = 'open' | 'needs_confirmation' | 'needs_operator';

/** Columns of `account_setting s`. */
export const ACCESS_COLUMNS = `s.tier, s.limits, s.engine_grant as "engineGrant", exists (
    select from auth."member" m join auth."user" u on u.id = m."userId"
    where m."organizationId" = s.account_id and m.role = 'owner' and u."emailVerified"
  ) as "ownerConfirmed"`;

export interface AccessRow {
  tier: Tier;
  limits: Partial<Limits>;
  engineGrant: EngineGrant;
  ownerConfirmed: boolean;
}

/** Engine calls per UTC day, including sandbox calls, until the address of an owner is confirmed. */
const UNCONFIRMED_CALLS = 100;

const canConfirm = (config: Deps['config']): boolean => config.smtpUrl !== undefined;

/** Effective limits of the account. */
export function toLimits(
  { config }: Pick<Deps, 'config'>,
  { tier, limits: own, engineGrant, ownerConfirmed }: AccessRow,
): Limits {
  const limits = limitsOf(tier, own);
  if (engineGrant === 'operator' || ownerConfirmed || !canConfirm(config)) return limits;
  const engineCallsPerDay = Math.min(limits.engineCallsPerDay, UNCONFIRMED_CALLS);
  return { ...limits, engineCallsPerDay };
}

/** Always `open` while the sandbox answers. */
export function toEngineAccess(
  { config, engines }: Pick<Deps, 'config' | 'engines'>,
  environment: 'live' | 'test',
  { engineGrant, ownerConfirmed }: Pick<AccessRow, 'engineGrant' | 'ownerConfirmed'>,
): EngineAccess {
  const isOpen =
    engines.forEnvironment(environment).sandbox ||
    engineGrant === 'operator' ||
    (engineGrant === 'confirmed' && ownerConfirmed);
  if (isOpen) return 'open';
  return engineGrant === 'confirmed' && canConfirm(config)
    ? 'needs_confirmation'
    : 'needs_operator';
}

const CLOSED: Record<Exclude<EngineAccess, 'open'>, string> = {
  needs_confirmation:
    'live engines require a confirmed e-mail address of an owner of this account: open the link in the confirmation mail, or request another in the dashboard',
  needs_operator:
    'live engines are closed to this account until the operator of this server opens them (account set-tier)',
};

export function requireOpen(access: EngineAccess): void {
  if (access !== 'open')
    throw new AppError('FORBIDDEN', CLOSED[access], { details: { engineAccess: access } });
}
