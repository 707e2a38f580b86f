import { setLimits } from '../../src/services/account.js';
import { startApp } from '../helpers/app.js';
import { readDescription } from '../helpers/description.js';
import { call } from '../helpers/http.js';
import { createRequests, type Made } from './requests.js';

export interface Outcome {
  /** Requests whose answer was no answer of the description, or an error of the server. */
  faults: string[];
  /** How often each operation answered well, by its id. */
  succeeded: Map<string, number>;
  /** How often each status came. */
  statuses: Map<number, number>;
  operations: string[];
}

const AT_ONCE = 4;
const KEYS = 6;
const PLENTY = 10_000_000;
const MOST_FAULTS = 20;

const toFault = (
  { kind, operationId, method, path, headers, body }: Made,
  error: unknown,
): string => {
  const { authorization: _, cookie: __, ...shown } = headers;
  return `${kind} ${operationId}: ${method} ${path.slice(0, 300)} ${JSON.stringify(shown)} ${body?.slice(0, 300) ?? ''}\n${(error as Error).message}`;
};

/** Asks the product what the description makes of a seed; every answer is held against it by `call`. */
export async function askAtRandom(count: number, seed: number): Promise<Outcome> {
  // Nobody works off the runs: they are to be asked about, not to be ended.
  const app = await startApp({
    ROLE: 'web',
    ANONYMOUS_DAILY_CALLS: '1000000',
    ROADMAP_WEBHOOKS: 'on',
  });
  try {
    const account = await app.createAccount({ tier: 'enterprise' });
    const other = await app.createAccount();
    await setLimits(app.deps, account.accountId, {
      brands: PLENTY,
      scansPerDay: PLENTY,
      queriesPerDay: PLENTY,
      rewritesPerDay: PLENTY,
      requestsPerMinute: PLENTY,
      requestsPerHour: PLENTY,
      requestsPerDay: PLENTY,
      engineCallsPerDay: PLENTY,
    });
    const keys = [account.key];
    while (keys.length < KEYS) keys.push(await account.makeKey());
    const [key = ''] = keys;
    const make = async (name: string, by: string) => {
      const body = { name, category: 'CRM software' };
      const made = await call(app.url, 'POST', '/api/v1/brands', { key: by, body });
      const brandId = made.json<{ brand: { id: string } }>().brand.id;
      const run = await call(app.url, 'POST', '/api/v1/probes', { key: by, body: { brandId } });
      return { brandId, runId: run.json<{ runId: string }>().runId };
    };
    const mine = [await make('Acme', key), await make('Globex', key)];
    const foreign = await make('Foreign', other.key);
    const bearer = (text: string) => ({ authorization: `Bearer ${text}` });
    const requests = createRequests(
      readDescription(),
      {
        brandIds: [...mine, foreign].map(({ brandId }) => brandId),
        runIds: [...mine, foreign].map(({ runId }) => runId),
        good: keys.map(bearer),
        bad: [
          {},
          bearer(await account.makeKey({ scopes: ['read'] })),
          bearer(other.key),
          bearer('sk_test_none'),
          bearer(''),
          { authorization: 'Basic eDp5' },
          { cookie: account.cookie, 'x-environment': 'test' },
          { cookie: account.cookie, origin: 'https://evil.example' },
          { cookie: 'better-auth.session_token=none' },
          { ...bearer(key), 'x-environment': 'live' },
        ],
      },
      seed,
    );
    const outcome: Outcome = {
      faults: [],
      succeeded: new Map(),
      statuses: new Map(),
      operations: requests.operations,
    };
    let left = count;
    const work = async () => {
      while (left > 0 && outcome.faults.length < MOST_FAULTS) {
        left -= 1;
        const made = requests.next();
        const { method, path, headers, body, operationId } = made;
        try {
          const { status } = await call(app.url, method, path, { headers, body });
          outcome.statuses.set(status, (outcome.statuses.get(status) ?? 0) + 1);
          if (status < 300 && method !== 'OPTIONS')
            outcome.succeeded.set(operationId, (outcome.succeeded.get(operationId) ?? 0) + 1);
          // 503 with its wait is described, and what a database that is too slow for the moment gets.
          if (status >= 500 && status !== 503) throw new Error(`answered ${status}`);
        } catch (error) {
          outcome.faults.push(toFault(made, error));
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return outcome;
  } finally {
    await app.dispose();
  }
}
