import type { Deps, Statement, Tenant } from '../deps.js';
import { NEXT_ALERT, sendAlerts } from './alert.js';
import type { Attempter, Due } from './attempt.js';
import type { Enqueued } from './dispatch.js';
import { type EndpointRef, oldSecrets } from './endpoint-ref.js';
import type { AttemptRow, Recorder } from './record.js';
import type { ResponsiveEndpoints, Semaphore } from './semaphore.js';

/** What one process sends to one endpoint, for as long as it holds it: so no other sends there, too. */
export interface EndpointLease {
  endpoint: EndpointRef;
  /** There may be more to send. */
  wake(): void;
  /** These are to be sent. */
  enqueue(handed: Enqueued): void;
  /** The endpoint may have become another: what waits is read again. */
  invalidate(): void;
  /** Something has not arrived within a day. */
  sendAlerts(): void;
  /** Sends nothing more; what is under way comes to its end. */
  stop(): void;
  /** Lets go now if it has nothing to send. */
  release(): void;
  /** Resolves once it has sent all there was, stored it, rested and let go. */
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
/** Until it has shown that it answers: what hangs must not take the places of others. */
const AT_FIRST = 1;
const READ_AT_ONCE = 50;
/** There may be thousands of such endpoints. */
const READ_AT_FIRST = 2;
/** With so few left the next are read, so that nobody waits for them. */
const READ_AHEAD = 10;
/** More are not kept in memory: they are read when it is their turn. */
const QUEUED_AT_MOST = 200;
/** Whoever had something to send often has more soon: taking and releasing a lease costs more than a post. */
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
/** Waits for whoever is just adding deliveries: the next statement then sees them. */
const LOCK = `select 1 from auth.webhook_lane
  where account_id = :accountId and environment = :environment and endpoint_id = :endpointId and holder = :holder for update`;
const LET_GO = `update auth.webhook_lane l set holder = null, held_until = null,
    due_at = (select min(next_attempt_at) from webhook_delivery d where d.account_id = l.account_id
      and d.environment = l.environment and d.endpoint_id = l.endpoint_id and d.status = 'pending' and e.enabled),
    alert_at = case when e.enabled then ${NEXT_ALERT} end
  from webhook_endpoint e
  where (e.account_id, e.environment, e.id) = (l.account_id, l.environment, l.endpoint_id)
    and l.account_id = :accountId and l.environment = :environment and l.endpoint_id = :endpointId`;

async function letGo(deps: Deps, endpoint: EndpointRef, holder: string): Promise<void> {
  const { endpointId } = endpoint;
  await deps.db.transaction(endpoint, async (tx) => {
    const held = await tx.execute<unknown>(LOCK, { endpointId, holder });
    if (held.length > 0) await tx.execute(LET_GO, { endpointId });
  });
}

/** Sends what is due, up to five at once, until nothing is. */
export function openLease(
  deps: Deps,
  endpoint: EndpointRef,
  { holder, attempter, recorder, semaphore, responsive }: LeaseOptions,
): EndpointLease {
  const { accountId, environment, endpointId } = endpoint;
  const tenant: Tenant = { accountId, environment };
  /** Read and not yet stored again. */
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
    // Whoever wakes it meanwhile may know of some that this statement does not see.
    mayHaveMore = false;
    const sinceMs = performance.now();
    lastReadMs = sinceMs;
    const count = responsive.has(endpointId) ? READ_AT_ONCE : READ_AT_FIRST;
    const values = { endpointId, now: deps.now(), heldIds: [...held], limit: count };
    try {
      const rows = await deps.db.query<Due>(tenant, DUE, values);
      // They may be from before the change.
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
    // Who finds nothing left reads again, and meets the fault.
    begun.catch(() => {});
    return begun;
  }
  /** Reads until there is something to send, or nothing is left. */
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
        // Not before: while this waited, the endpoint may have become another.
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
          'the lease of a webhook endpoint was not released',
        ),
      )
      .finally(ended.resolve);
  }
  /** The lease lasts as long as anything goes on in it, and a little longer. */
  async function during(work: () => Promise<void>): Promise<void> {
    active += 1;
    clearTimeout(rest);
    await work().catch((error) =>
      // Nothing is lost: the place is free again when nobody says that it is held.
      deps.log.warn({ err: error, ...endpoint }, 'the lease of a webhook endpoint broke off'),
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
    // Those that are not read yet are older, and what was read since may be these.
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
