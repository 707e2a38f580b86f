import type { Deps, Tenant } from '../../deps.js';
import { AppError, badInput } from '../../errors.js';

/**
 * Platforms to ask, in registry order: those named, or all. Only the first `most` configured
 * platforms are available; any other name is rejected.
 */
export function choosePlatforms(
  deps: Deps,
  tenant: Pick<Tenant, 'environment'>,
  asked: readonly string[] | null,
  most = Infinity,
): string[] {
  const valid = deps.engines.forEnvironment(tenant.environment).configured.slice(0, most);
  if (asked !== null && asked.length === 0) {
    throw badInput('platforms', `must name at least one of ${valid.join(', ')}`, { valid });
  }
  const unknown = asked?.find((platform) => !valid.includes(platform));
  if (unknown !== undefined && valid.length > 0) {
    throw badInput(
      'platforms',
      `must not contain ${JSON.stringify(unknown.slice(0, 50))}; allowed are ${valid.join(', ')}`,
      { valid },
    );
  }
  if (valid.length === 0) {
    throw new AppError('DEGRADED', 'no engine is configured on this server', { retryAfterSec: 60 });
  }
  return valid.filter((platform) => asked === null || asked.includes(platform));
}
