import type { Deps } from '../../deps.js';
import { isAddress, isPublicAddress } from '../../domain/webhooks/public-address.js';
import { toWebhookTarget } from '../../domain/webhooks/webhook-target.js';
import { badInput } from '../../errors.js';
import { checkText } from '../input/validate.js';

const URL_LENGTH = 2_048;

/** What can be told of a URL to post to without looking its name up. */
export function toTarget(deps: Deps, field: string, given: string) {
  const text = checkText(field, given, URL_LENGTH);
  const target = toWebhookTarget(text, deps.config.webhooks.allowedHosts);
  if (typeof target === 'string') throw badInput(field, target);
  return target;
}

/**
 * A URL to post to. A name that leads to a private address is refused here and at every attempt; one that leads
 * nowhere may yet be set up, and is only refused when it is dialled.
 */
export async function checkTarget(deps: Deps, field: string, given: string): Promise<string> {
  const target = toTarget(deps, field, given);
  if (target.isOpened || isAddress(target.host)) return target.url;
  if (!(await deps.resolveHost(target.host)).every(isPublicAddress))
    throw badInput(field, 'leads to an address that is not public');
  return target.url;
}
