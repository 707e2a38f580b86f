import type { Tenant } from '../deps.js';

/** An endpoint, wherever it belongs. */
export interface Place extends Tenant {
  endpointId: string;
}

/** What its secrets are sealed for. */
export const sealOf = ({ accountId, environment, endpointId }: Place): string =>
  `webhook_endpoint/${accountId}/${environment}/${endpointId}`;
