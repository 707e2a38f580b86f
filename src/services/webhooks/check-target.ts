import type { NetDeps, StoreDeps } from '../../deps.js';
import { isAddress, isPublicAddress } from '../../domain/webhooks/public-address.js';
import { toWebhookTarget } from '../../domain/webhooks/webhook-target.js';
import { badInput } from '../../errors.js';
import { checkText } from '../input/validate.js';

const URL_LENGTH = 2_048;

/** Validates a target URL without resolving its host. */
export function toTarget(deps: StoreDeps, field: string, given: string) {
  const text = checkText(field, given, URL_LENGTH);
  const target = toWebhookTarget(text, deps.config.webhooks.allowedHosts);
  if (typeof target === 'string') throw badInput(field, target);
  return target;
}

/**
 * Validates a target URL. A host that resolves to a private address is rejected here and at every
 * attempt. A host that does not resolve is accepted here and fails when it is dialled.
 */
export async function checkTarget(
  deps: StoreDeps & NetDeps,
  field: string,
  given: string,
): Promise<string> {
  const target = toTarget(deps, field, given);
  if (target.isOpened || isAddress(target.host)) return target.url;
  if (!(await deps.resolveHost(target.host)).every(isPublicAddress))
    throw badInput(field, 'must lead to a public address');
  return target.url;
}
