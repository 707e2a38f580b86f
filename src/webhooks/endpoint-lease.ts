import type { Deps, Statement, Tenant } from '../deps.js';
import { NEXT_ALERT, sendAlerts } from './alert.js';
import type { Attempter, Due } from './attempt.js';
import type { Enqueued } from './dispatch.js';
import { type EndpointRef, oldSecrets } from './endpoint-ref.js';
import type { AttemptRow, Recorder } from './record.js';
import type { ResponsiveEndpoints, Semaphore } from './semaphore.js';

/** Sends to one endpoint while this process holds its lease, so that no other process sends to it. */
export interface EndpointLease {
  endpoint: EndpointRef;
  /** Call when there may be more due deliveries. */
  wake(): void;
  /** Adds deliveries that were just stored. */
  enqueue(handed: Enqueued): void;
  /** Call when the endpoint may have changed: queued deliveries are read again. */
  invalidate(): void;
  /** Mails the owners about late deliveries. */
  sendAlerts(): void;
  /** Starts no more posts; those in progress finish. */
  stop(): void;
  /** Releases the lease now if nothing is being sent. */
  release(): void;
  /** Resolves once the lease has been released, after all attempts were stored. */
  done: Promise<void>;
}

interface LeaseOptions {
  holder: string;
  attempter: Attempter;
  recorder: Recorder;
  semaphore: Semaphore;
  responsive: ResponsiveEndpoints;
}

const AT_ONCE = 5;
/** Concurrent posts to an endpoint that is not yet responsive, so that hanging endpoints use few permits. */
const AT_FIRST = 1;
const READ_AT_ONCE = 50;
/** For endpoints that are not responsive, as there may be thousands of them. */
const READ_AT_FIRST = 2;
/** Reads the next deliveries when at most this many are queued, so that sending does not wait for reads. */
const READ_AHEAD = 10;
/** Maximum number of deliveries in memory; others are read later. */
const QUEUED_AT_MOST = 200;
/** A lease is kept this long after its last post: taking and releasing one costs more than a post. */
const REST_MS = 1_000;

const DUE: Statement = {
  name: 'due-deliveries',
  text: `select d.id, d.event_id as "eventId", d.event, d.body, d.attempts, d.tries, d.origin, e.url, e.secret,
      ${oldSecrets('e', '$4')} as "oldSecrets"
    from webhook_delivery d
      join webhook_endpoint e on (e.account_id, e.environment, e.id) = (d.account_id, d.environment, d.endpoint_id)
    where d.account_id = $1 and d.environment = $2 and d.endpoint_id = $3 and d.status = 'pending'
      and d.next_attempt_at <= $4 and d.id <> all($5::uuid[]) and e.enabled
    order by d.next_attempt_at, d.id limit $6`,
};
/** Waits for transactions that are adding deliveries, so that the next statement sees them. */
const LOCK = `select 1 from auth.webhook_lane
  where account_id = ? and environment = ? and endpoint_id = ? and holder = ? for update`;
const LET_GO = `update auth.webhook_lane l set holder = null, held_until = null,
    due_at = (select min(next_attempt_at) from webhook_delivery d where d.account_id = l.account_id
      and d.environment = l.environment and d.endpoint_id = l.endpoint_id and d.status = 'pending' and e.enabled),
    alert_at = case when e.enabled then ${NEXT_ALERT} end
  from webhook_endpoint e
  where (e.account_id, e.environment, e.id) = (l.account_id, l.environment, l.endpoint_id)
    and l.account_id = ? and l.environment = ? and l.endpoint_id = ?`;

async function letGo(deps: Deps, endpoint: EndpointRef, holder: string): Promise<void> {
  const key = [endpoint.accountId, endpoint.environment, endpoint.endpointId];
  await deps.db.transact(endpoint, async (em) => {
    const held = await em.execute<unknown[]>(LOCK, [...key, holder]);
    if (held.length > 0) await em.execute(LET_GO, key);
  });
}

/** Sends due deliveries, up to five concurrently, until none is due. */
export function openLease(
  deps: Deps,
  endpoint: EndpointRef,
  { holder, attempter, recorder, semaphore, responsive }: LeaseOptions,
): EndpointLease {
  const { accountId, environment, endpointId } = endpoint;
  const tenant: Tenant = { accountId, environment };
  /** Ids of deliveries that are queued, being sent or being stored. */
  const held = new Set<string>();
  const storing = new Set<Promise<void>>();
  const ended = Promise.withResolvers<void>();
  const queue: Due[] = [];
  let reading: Promise<void> | null = null;
  let mayHaveMore = true;
  let active = 0;
  let senders = 0;
  let isRaising = false;
  let isStopped = false;
  let lastSentMs = performance.now();
  let lastReadMs = 0;
  let changedMs = 0;
  let rest: NodeJS.Timeout | undefined;
  let isEnding = false;

  async function read(): Promise<void> {
    // Reset before the read: a `wake` during it may report deliveries that the statement does not see.
    mayHaveMore = false;
    const sinceMs = performance.now();
    lastReadMs = sinceMs;
    const count = responsive.has(endpointId) ? READ_AT_ONCE : READ_AT_FIRST;
    const values = [endpointId, deps.now(), [...held], count];
    try {
      const rows = await deps.db.query<Due>(tenant, DUE, values);
      // The rows may be from before the endpoint changed.
      if (changedMs >= sinceMs) {
        mayHaveMore = true;
        return;
      }
      for (const { id } of rows) held.add(id);
      queue.push(...rows);
      if (rows.length === count) mayHaveMore = true;
    } catch (error) {
      mayHaveMore = true;
      throw error;
    } finally {
      reading = null;
    }
  }
  function readAhead(): Promise<void> {
    const begun = read();
    // A sender that finds the queue empty reads again and gets the error.
    begun.catch(() => {});
    return begun;
  }
  /** Reads until there is a delivery to send, or none is due. */
  async function hasMore(): Promise<boolean> {
    while (!isStopped) {
      const most = responsive.has(endpointId) ? READ_AHEAD : 0;
      if (mayHaveMore && queue.length <= most) reading ??= readAhead();
      if (queue.length > 0) return true;
      if (reading === null) return false;
      await reading;
    }
    return false;
  }
  function keep(id: string, attempt: AttemptRow): void {
    const stored = recorder.put(tenant, attempt).finally(() => {
      held.delete(id);
      storing.delete(stored);
    });
    storing.add(stored);
  }
  const places = () => (responsive.has(endpointId) ? AT_ONCE : AT_FIRST);
  async function sendOne(due: Due): Promise<void> {
    const attempt = await attempter(due, endpoint);
    lastSentMs = performance.now();
    if (attempt === null) {
      held.delete(due.id);
      return;
    }
    keep(due.id, attempt);
    responsive.note(endpointId, attempt);
  }
  async function work(): Promise<void> {
    while (await hasMore()) {
      const isResponsive = responsive.has(endpointId);
      await semaphore.acquire(isResponsive);
      try {
        // Taken only now: the endpoint may have changed while this waited for a permit.
        const due = isStopped ? undefined : queue.shift();
        if (due !== undefined) await sendOne(due);
      } finally {
        semaphore.release(isResponsive);
      }
      if (senders > places()) return;
      if (senders < places()) send();
    }
  }
  async function end(): Promise<void> {
    isStopped = true;
    await Promise.all(storing);
    await letGo(deps, endpoint, holder);
  }
  function release(): void {
    if (active > 0 || isEnding) return;
    isEnding = true;
    clearTimeout(rest);
    end()
      .catch((error) =>
        deps.log.warn(
          { err: error, ...endpoint },
          'the lease of a webhook endpoint could not be released',
        ),
      )
      .finally(ended.resolve);
  }
  /** Runs work under the lease; releases the lease a second after the last post if nothing else runs. */
  async function during(work: () => Promise<void>): Promise<void> {
    active += 1;
    clearTimeout(rest);
    await work().catch((error) =>
      // Nothing is lost: the deliveries stay pending and are read again.
      deps.log.warn({ err: error, ...endpoint }, 'sending to a webhook endpoint failed'),
    );
    active -= 1;
    if (active > 0) return;
    const restMs = lastSentMs + REST_MS - performance.now();
    if (isStopped || restMs <= 0) release();
    else rest = setTimeout(release, restMs);
  }
  function send(): void {
    while (senders < places()) {
      senders += 1;
      void during(() =>
        work().finally(() => {
          senders -= 1;
        }),
      );
    }
  }
  function wake(): void {
    if (isStopped) return;
    mayHaveMore = true;
    send();
  }
  function invalidate(): void {
    changedMs = performance.now();
    for (const { id } of queue.splice(0)) held.delete(id);
    wake();
  }
  function enqueue({ dues, sinceMs, knownMs }: Enqueued): void {
    if (isStopped) return;
    // Read from the database if older deliveries are unread, these may have been read, or the endpoint changed.
    const most = responsive.has(endpointId) ? QUEUED_AT_MOST : READ_AT_FIRST;
    const isBehind = mayHaveMore || reading !== null || queue.length + dues.length > most;
    if (isBehind || lastReadMs >= sinceMs || changedMs >= knownMs) {
      wake();
      return;
    }
    for (const { id } of dues) held.add(id);
    queue.push(...dues);
    send();
  }
  function alertOwners(): void {
    if (isStopped || isRaising) return;
    isRaising = true;
    void during(() =>
      sendAlerts(deps, endpoint).finally(() => {
        isRaising = false;
      }),
    );
  }
  wake();
  return {
    endpoint,
    wake,
    enqueue,
    invalidate,
    sendAlerts: alertOwners,
    release,
    stop() {
      isStopped = true;
      release();
    },
    done: ended.promise,
  };
}
