import type { Tenant } from '../deps.js';

/** SQL expression: rotated secrets of the row `endpoint` that are still valid at `now`, newest first. */
export const oldSecrets = (endpoint: string, now: string): string => `array(
  select o.secret from webhook_old_secret o
  where (o.account_id, o.environment, o.endpoint_id) = (${endpoint}.account_id, ${endpoint}.environment, ${endpoint}.id)
    and o.ends_at > ${now} order by o.ends_at desc, o.id desc)`;

/** Id of an endpoint and its tenant. */
export interface EndpointRef extends Tenant {
  endpointId: string;
}

/** Context that the vault binds the encrypted secrets of the endpoint to. */
export const sealOf = ({ accountId, environment, endpointId }: EndpointRef): string =>
  `webhook_endpoint/${accountId}/${environment}/${endpointId}`;
