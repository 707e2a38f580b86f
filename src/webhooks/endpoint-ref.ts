import type { Tenant } from '../deps.js';

/** Rotated secrets that still hold at `now`, the newest first: for statements that read from `endpoint`. */
export const oldSecrets = (endpoint: string, now: string): string => `array(
  select o.secret from webhook_old_secret o
  where (o.account_id, o.environment, o.endpoint_id) = (${endpoint}.account_id, ${endpoint}.environment, ${endpoint}.id)
    and o.ends_at > ${now} order by o.ends_at desc, o.id desc)`;

/** An endpoint, wherever it belongs. */
export interface EndpointRef extends Tenant {
  endpointId: string;
}

/** What its secrets are sealed for. */
export const sealOf = ({ accountId, environment, endpointId }: EndpointRef): string =>
  `webhook_endpoint/${accountId}/${environment}/${endpointId}`;
