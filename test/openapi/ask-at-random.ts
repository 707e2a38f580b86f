import { setAccountLimits } from '../../src/services/accounts/account.js';
import { startApp } from '../helpers/app.js';
import { readDescription } from '../helpers/client/description.js';
import { call } from '../helpers/client/http.js';
import { createRequests, type Made } from './requests.js';

export interface Outcome {
  /** Requests whose answer was no answer of the description, or an error of the server. */
  faults: string[];
  /** How often each status came. */
  statuses: Map<number, number>;
  /** By the id of an operation: what became of the requests that were asked of it by its own method. */
  operations: Map<string, OperationOutcome>;
}

export interface OperationOutcome {
  /** How often each status came: to requests that the description allows, and to the others. */
  valid: Map<number, number>;
  others: Map<number, number>;
}

const tick = (counts: Map<number, number>, status: number): void =>
  void counts.set(status, (counts.get(status) ?? 0) + 1);

const isGood = (status: number): boolean => status < 300;

/** Operations that not even one valid request of theirs did. */
export const findNeverDone = ({ operations }: Outcome): string[] =>
  [...operations].flatMap(([id, { valid }]) => ([...valid.keys()].some(isGood) ? [] : [id]));

const toText = (counts: ReadonlyMap<number, number>): string =>
  [...counts]
    .sort(([one], [other]) => one - other)
    .map(([status, times]) => `${status} × ${times}`)
    .join(', ') || 'none';

/** A line for each operation. */
export const toReport = ({ operations, statuses }: Outcome): string =>
  [
    ...[...operations].map(
      ([id, { valid, others }]) => `${id}: valid ${toText(valid)}; others ${toText(others)}`,
    ),
    `all: ${toText(statuses)}`,
  ].join('\n');

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
    await setAccountLimits(app.deps, account.accountId, {
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
      statuses: new Map(),
      operations: new Map(
        requests.operations.map((id) => [id, { valid: new Map(), others: new Map() }]),
      ),
    };
    let left = count;
    const work = async () => {
      while (left > 0 && outcome.faults.length < MOST_FAULTS) {
        left -= 1;
        const made = requests.next();
        const { kind, isAsItself, method, path, headers, body, operationId } = made;
        try {
          const { status } = await call(app.url, method, path, { headers, body });
          tick(outcome.statuses, status);
          const own = outcome.operations.get(operationId);
          if (own && isAsItself) tick(kind === 'valid' ? own.valid : own.others, status);
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
