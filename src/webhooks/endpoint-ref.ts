import type { Tenant } from '../deps.js';

/** SQL for the rotated secrets that are still valid at `now`, newest first; `endpoint` is a table alias. */
export const oldSecrets = (endpoint: string, now: string): string => `array(
  select o.secret from webhook_old_secret o
  where (o.account_id, o.environment, o.endpoint_id) = (${endpoint}.account_id, ${endpoint}.environment, ${endpoint}.id)
    and o.ends_at > ${now} order by o.ends_at desc, o.id desc)`;

/** An endpoint with its tenant. */
export interface EndpointRef extends Tenant {
  endpointId: string;
}

/** Context to which the encryption of the endpoint's secrets is bound. */
export const sealOf = ({ accountId, environment, endpointId }: EndpointRef): string =>
  `webhook_endpoint/${accountId}/${environment}/${endpointId}`;
