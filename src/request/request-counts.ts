import type { Db, Statement, Tenant } from '../database/db.js';
import { dayOf } from '../domain/time/utc-day.js';
import type { Log } from '../observability/log.js';

/** The tenant and the key that made a request; null for a session cookie. */
export interface CountedCaller extends Tenant {
  readonly keyId: string | null;
}

/**
 * Counts requests per path. Counts are kept in memory and added to the database in batches, so that no request
 * waits for them. A process that is killed loses its counts of the last ten seconds.
 */
export interface RequestCounts {
  /** `refused`: no permit was free, so the request was rejected. */
  count(caller: CountedCaller, endpoint: string, refused: boolean): void;
  /** Stores this process's counts of one tenant, so that they can be read. */
  flush(tenant: Tenant): Promise<void>;
  dispose(): Promise<void>;
}

/** Key id of requests with a session cookie. */
const COOKIE_KEY = '00000000-0000-0000-0000-000000000000';

const FLUSH_MS = 10_000;
/** Most rows held in memory, over all tenants; counts beyond them are dropped. */
const MOST_HELD = 50_000;

/** Rows are sorted, so that two processes lock them in the same order and cannot deadlock. */
const ADD: Statement = {
  name: 'add-request-counts',
  text: `insert into request_count as c (account_id, environment, day, endpoint, key_id, requests, refused)
    select :accountId, :environment, day, endpoint, key_id, requests, refused
    from unnest(:days::date[], :endpoints::text[], :keyIds::uuid[], :requests::bigint[], :refused::bigint[]) as t (day, endpoint, key_id, requests, refused)
    order by 3, 4, 5
    on conflict (account_id, environment, day, endpoint, key_id)
    do update set requests = c.requests + excluded.requests, refused = c.refused + excluded.refused`,
};

interface Count {
  day: string;
  endpoint: string;
  keyId: string;
  requests: number;
  refused: number;
}

interface Held {
  tenant: Tenant;
  counts: Map<string, Count>;
}

export function createRequestCounts(options: {
  db: Db;
  log: Log;
  now: () => Date;
  flushMs?: number;
}): RequestCounts {
  const { db, log, now, flushMs = FLUSH_MS } = options;
  const byTenant = new Map<string, Held>();
  /** Batches in progress, by tenant. */
  const writing = new Map<string, Promise<void>>();
  let held = 0;
  let today = { text: '', endsMs: 0 };

  function readDay(): string {
    const at = now();
    // The lower bound keeps the day correct when the clock is set back.
    if (!(at.getTime() < today.endsMs && at.getTime() >= today.endsMs - 1_000)) {
      const nextSecondMs = Math.floor(at.getTime() / 1_000) * 1_000 + 1_000;
      today = { text: dayOf(at), endsMs: nextSecondMs };
    }
    return today.text;
  }

  const keyOf = ({ accountId, environment }: Tenant) => `${accountId}/${environment}`;

  function add({ accountId, environment }: Tenant, one: Count): void {
    const tenantKey = keyOf({ accountId, environment });
    let ofTenant = byTenant.get(tenantKey);
    if (ofTenant === undefined) {
      ofTenant = { tenant: { accountId, environment }, counts: new Map() };
      byTenant.set(tenantKey, ofTenant);
    }
    const key = `${one.keyId}/${one.endpoint}/${one.day}`;
    const counted = ofTenant.counts.get(key);
    if (counted !== undefined) {
      counted.requests += one.requests;
      counted.refused += one.refused;
    } else if (held < MOST_HELD) {
      held += 1;
      ofTenant.counts.set(key, { ...one });
    }
  }

  /** Stores the counts of one tenant. Waits for earlier batches of the tenant too. */
  async function store(tenant: Tenant): Promise<void> {
    const tenantKey = keyOf(tenant);
    // Counts of a failed batch return to memory and join this batch.
    while (writing.has(tenantKey)) await writing.get(tenantKey)?.catch(() => undefined);
    const ofTenant = byTenant.get(tenantKey);
    if (ofTenant === undefined) return;
    byTenant.delete(tenantKey);
    held -= ofTenant.counts.size;
    const batch = insert(ofTenant).finally(() => writing.delete(tenantKey));
    writing.set(tenantKey, batch);
    await batch;
  }

  async function insert({ tenant, counts }: Held): Promise<void> {
    const rows = [...counts.values()];
    try {
      await db.command(tenant, ADD, {
        days: rows.map(({ day }) => day),
        endpoints: rows.map(({ endpoint }) => endpoint),
        keyIds: rows.map(({ keyId }) => keyId),
        requests: rows.map(({ requests }) => requests),
        refused: rows.map(({ refused }) => refused),
      });
    } catch (error) {
      // The next batch includes these counts, unless the account was deleted.
      if ((error as { code?: unknown }).code !== '23503') for (const row of rows) add(tenant, row);
      throw error;
    }
  }

  async function storeAll(): Promise<void> {
    for (const { tenant } of [...byTenant.values()]) {
      try {
        await store(tenant);
      } catch (error) {
        log.warn(
          { err: error },
          'request counts could not be stored; the next batch includes them',
        );
        return;
      }
    }
  }

  let storing: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    storing = storing.then(storeAll);
  }, flushMs);
  timer.unref();

  return {
    count(caller, endpoint, refused) {
      const keyId = caller.keyId ?? COOKIE_KEY;
      add(caller, { day: readDay(), endpoint, keyId, requests: 1, refused: refused ? 1 : 0 });
    },
    flush: store,
    async dispose() {
      clearInterval(timer);
      await storing;
      await storeAll();
    },
  };
}
