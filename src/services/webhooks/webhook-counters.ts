import type { Deps, Statement } from '../../deps.js';

/** A count over all accounts and processes, since the database was made. */
export interface WebhookCounters {
  name: 'webhook_alerts' | 'webhook_exhausted';
  count: number;
}

const TALLIES: Statement = { name: 'tallies', text: 'select name, count from auth.tally' };

export const readWebhookCounters = (deps: Deps): Promise<WebhookCounters[]> =>
  deps.db.querySystem(TALLIES, []);
