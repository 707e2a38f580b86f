import type { Db, Statement, Tenant } from '../database/db.js';
import { dayOf } from '../domain/time/utc-day.js';
import type { Log } from '../observability/log.js';

/** Who asked: the key, or null for a cookie. */
export interface CountedCaller extends Tenant {
  readonly keyId: string | null;
}

/**
 * How often each path is asked. Counted in memory and added to the database in batches, so that no
 * request waits for it: a process that is killed loses what it counted in the last ten seconds.
 */
export interface RequestCounts {
  /** `refused` tells that no place was free for it. */
  count(caller: CountedCaller, endpoint: string, refused: boolean): void;
  /** Adds what this process holds of one account, so that it can be read. */
  flush(tenant: Tenant): Promise<void>;
  dispose(): Promise<void>;
}

/** What came with a cookie stands under this key. */
const COOKIE_KEY = '00000000-0000-0000-0000-000000000000';

const FLUSH_MS = 10_000;
/** Of one account's counts; they are few, for there are so many paths and keys. */
const MOST_HELD = 50_000;

/** In one order, so that of two processes neither waits for a row that the other has. */
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
  /** The batch of an account that the database has not confirmed yet. */
  const writing = new Map<string, Promise<void>>();
  let held = 0;
  let today = { text: '', endsMs: 0 };

  function readDay(): string {
    const at = now();
    // A clock that was set back is no reason to count for the wrong day either.
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

  /** Adds what is held of an account. When it returns, batches of others that were under way are in too. */
  async function store(tenant: Tenant): Promise<void> {
    const tenantKey = keyOf(tenant);
    // A batch that fails is held again, and goes with this one.
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
      // They are added with the next ones, unless the account is gone.
      if ((error as { code?: unknown }).code !== '23503') for (const row of rows) add(tenant, row);
      throw error;
    }
  }

  async function storeAll(): Promise<void> {
    for (const { tenant } of [...byTenant.values()]) {
      try {
        await store(tenant);
      } catch (error) {
        log.warn({ err: error }, 'counts of requests were not stored; they are kept');
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
