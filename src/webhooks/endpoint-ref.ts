import type { Tenant } from '../deps.js';

/** An endpoint, wherever it belongs. */
export interface EndpointRef extends Tenant {
  endpointId: string;
}

/** What its secrets are sealed for. */
export const sealOf = ({ accountId, environment, endpointId }: EndpointRef): string =>
  `webhook_endpoint/${accountId}/${environment}/${endpointId}`;
