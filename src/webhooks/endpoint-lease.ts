import type { NetDeps, Statement, StoreDeps, Tenant } from '../deps.js';
import { NEXT_ALERT, sendAlerts } from './alert.js';
import type { Attempter, Due } from './attempt.js';
import type { Enqueued } from './dispatch.js';
import { type EndpointRef, oldSecrets } from './endpoint-ref.js';
import type { AttemptRow, Recorder } from './record.js';
import type { ResponsiveEndpoints, Semaphore } from './semaphore.js';

/** Sends the deliveries of one endpoint. Only the process that holds the lease sends to the endpoint. */
export interface EndpointLease {
  endpoint: EndpointRef;
  /** Checks for more due deliveries. */
  wake(): void;
  /** Adds new deliveries to the queue. */
  enqueue(handed: Enqueued): void;
  /** Rereads queued deliveries, because the endpoint may have changed. */
  invalidate(): void;
  /** Mails owners about late deliveries. */
  sendAlerts(): void;
  /** Starts no more attempts; running attempts complete. */
  stop(): void;
  /** Releases the lease now if nothing is in progress. */
  release(): void;
  /** Resolves when all due deliveries were sent and stored, and the lease was released. */
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
/** Applies until the endpoint has responded: hanging endpoints must not use up the permits of others. */
const AT_FIRST = 1;
const READ_AT_ONCE = 50;
/** Small, because thousands of endpoints may be unresponsive. */
const READ_AT_FIRST = 2;
/** Queue length at which the next deliveries are read ahead. */
const READ_AHEAD = 10;
/** Most deliveries in memory; others are read from the database later. */
const QUEUED_AT_MOST = 200;
/** How long an idle lease is kept: more deliveries often follow, and taking a lease costs more than a post. */
const REST_MS = 1_000;

const DUE: Statement = {
  name: 'due-deliveries',
  text: `select d.id, d.event_id as "eventId", d.event, d.body, d.attempts, d.tries, d.origin, e.url, e.secret,
      ${oldSecrets('e', ':now')} as "oldSecrets"
    from webhook_delivery d
      join webhook_endpoint e on (e.account_id, e.environment, e.id) = (d.account_id, d.environment, d.endpoint_id)
    where d.account_id = :accountId and d.environment = :environment and d.endpoint_id = :endpointId and d.status = 'pending'
      and d.next_attempt_at <= :now and d.id <> all(:heldIds::uuid[]) and e.enabled
    order by d.next_attempt_at, d.id limit :limit`,
};
/** Waits for transactions that are adding deliveries, so that the next statement sees those deliveries. */
const LOCK = `select 1 from auth.webhook_lane
  where account_id = :accountId and environment = :environment and endpoint_id = :endpointId and holder = :holder for update`;
const LET_GO = `update auth.webhook_lane l set holder = null, held_until = null,
    due_at = (select min(next_attempt_at) from webhook_delivery d where d.account_id = l.account_id
      and d.environment = l.environment and d.endpoint_id = l.endpoint_id and d.status = 'pending' and e.enabled),
    alert_at = case when e.enabled then ${NEXT_ALERT} end
  from webhook_endpoint e
  where (e.account_id, e.environment, e.id) = (l.account_id, l.environment, l.endpoint_id)
    and l.account_id = :accountId and l.environment = :environment and l.endpoint_id = :endpointId`;

async function letGo(deps: StoreDeps, endpoint: EndpointRef, holder: string): Promise<void> {
  const { endpointId } = endpoint;
  await deps.db.transaction(endpoint, async (tx) => {
    const held = await tx.execute<unknown>(LOCK, { endpointId, holder });
    if (held.length > 0) await tx.execute(LET_GO, { endpointId });
  });
}

/** Sends due deliveries, up to five at the same time, until none is left. */
export function openLease(
  deps: StoreDeps & NetDeps,
  endpoint: EndpointRef,
  { holder, attempter, recorder, semaphore, responsive }: LeaseOptions,
): EndpointLease {
  const { accountId, environment, endpointId } = endpoint;
  const tenant: Tenant = { accountId, environment };
  /** Ids of deliveries that were read, but whose attempts are not stored yet. */
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
    // Reset before the statement: `wake` during the read may announce deliveries that the statement does not see.
    mayHaveMore = false;
    const sinceMs = performance.now();
    lastReadMs = sinceMs;
    const count = responsive.has(endpointId) ? READ_AT_ONCE : READ_AT_FIRST;
    const values = { endpointId, now: deps.now(), heldIds: [...held], limit: count };
    try {
      const rows = await deps.db.query<Due>(tenant, DUE, values);
      // The rows may be older than the change of the endpoint.
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
    // Ignored here: when the queue is empty, the next read throws the same error.
    begun.catch(() => {});
    return begun;
  }
  /** Whether the queue has a delivery; reads until it has one or none is due. */
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
        // Taken after the permit, because `invalidate` may have emptied the queue during the wait.
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
  /** Keeps the lease during the work, and then for up to `REST_MS` after the last attempt. */
  async function during(work: () => Promise<void>): Promise<void> {
    active += 1;
    clearTimeout(rest);
    await work().catch((error) =>
      // Nothing is lost: without renewals the lease expires and another process takes it.
      deps.log.warn({ err: error, ...endpoint }, 'work on a webhook endpoint failed'),
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
    // Unread deliveries are older and go first; a read since `sinceMs` may have returned these deliveries.
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
