import { randomUUID } from 'node:crypto';
import type { Deps, Statement } from '../deps.js';
import type { DialerOptions } from '../net/dial.js';
import { createLateDialer } from '../net/lazy.js';
import { createAttempter, type Watch } from './attempt.js';
import { dispatchOutbox, type Sender } from './dispatch.js';
import { type EndpointLease, openLease } from './endpoint-lease.js';
import type { EndpointRef } from './endpoint-ref.js';
import { createRecorder } from './record.js';
import { createResponsiveEndpoints, createSemaphore } from './semaphore.js';

/** Sends due deliveries to all endpoints concurrently. Any number of processes may run one. */
export interface DeliveryWorker {
  /** Starts no more posts, lets those in progress finish for up to 8 seconds, and releases the leases. */
  dispose(): Promise<void>;
}

/** Includes hanging endpoints: each holds its lease while it has pending deliveries. */
const MOST_LEASES = 2_048;
/** Few, so that processes that take leases at the same time share them. */
const LEASES_AT_ONCE = 4;
/** Polls for retries and for leases of dead processes, which send no notification. */
const LOOK_EVERY_MS = 1_000;
/** A process that does not renew its leases for this long counts as dead; others take them. */
const HELD_SEC = 5;
const BEAT_MS = 1_000;
const LAST_POSTS_MS = 8_000;

const TAKE: Statement = {
  name: 'take-endpoint-leases',
  text: `update auth.webhook_lane l set holder = $1, held_until = clock_timestamp() + interval '${HELD_SEC} s'
    from (select account_id, environment, endpoint_id from auth.webhook_lane
      where least(due_at, alert_at) <= $2 and (held_until is null or held_until < clock_timestamp())
      order by least(due_at, alert_at) limit $3 for update skip locked) due
    where (l.account_id, l.environment, l.endpoint_id) = (due.account_id, due.environment, due.endpoint_id)
    returning l.account_id as "accountId", l.environment, l.endpoint_id as "endpointId",
      coalesce(l.alert_at <= $2, false) as "isLate"`,
};
const HOLD: Statement = {
  name: 'renew-endpoint-leases',
  text: `update auth.webhook_lane set held_until = clock_timestamp() + interval '${HELD_SEC} s'
    where holder = $1 returning endpoint_id as "endpointId", coalesce(alert_at <= $2, false) as "isLate"`,
};

interface Held {
  endpointId: string;
  /** A delivery has not succeeded within a day, or the owners may be mailed again. */
  isLate: boolean;
}
type Taken = EndpointRef & Held;

export function createDeliveryWorker(
  deps: Deps,
  watch: Watch,
  limits: Pick<DialerOptions, 'connectMs' | 'totalMs'> = {},
): DeliveryWorker {
  const { allowedHosts, concurrency } = deps.config.webhooks;
  const holder = randomUUID();
  const abort = new AbortController();
  const dialer = createLateDialer({ ...limits, allowedHosts, resolveHost: deps.resolveHost });
  const responsive = createResponsiveEndpoints();
  const attempter = createAttempter(deps, dialer, abort.signal, watch);
  const semaphore = createSemaphore(concurrency);
  const recorder = createRecorder(deps);
  const leases = new Map<string, EndpointLease>();
  let looking: Promise<void> | null = null;
  let again = false;
  let isStopping = false;

  const warn = (words: string) => (error: unknown) => deps.log.warn({ err: error }, words);

  function open({ isLate, ...place }: Taken): void {
    const lease = openLease(deps, place, { holder, attempter, recorder, semaphore, responsive });
    if (isLate) lease.sendAlerts();
    leases.set(place.endpointId, lease);
    void lease.done.then(() => {
      // A new lease may have been opened before this one settled.
      if (leases.get(place.endpointId) === lease) leases.delete(place.endpointId);
      look();
    });
  }
  const sender: Sender = {
    holder,
    enqueue: ({ endpointId }, handed) => leases.get(endpointId)?.enqueue(handed),
    lookAt,
  };
  async function lookOnce(): Promise<void> {
    if (await dispatchOutbox(deps, sender)) again = true;
    const free = Math.min(MOST_LEASES - leases.size, LEASES_AT_ONCE);
    if (free <= 0) for (const lease of leases.values()) lease.release();
    if (free <= 0 || isStopping) return;
    const places = await deps.db.querySystem<Taken>(TAKE, [holder, deps.now(), free]);
    for (const place of places) open(place);
    if (places.length === LEASES_AT_ONCE) again = true;
  }
  async function lookAll(): Promise<void> {
    do {
      again = false;
      await lookOnce().catch(warn('due webhooks could not be read'));
    } while (again && !isStopping);
    looking = null;
  }
  function look(): void {
    again = true;
    if (!isStopping) looking ??= lookAll();
  }
  function lookAt(endpointIds: readonly string[]): void {
    for (const id of endpointIds) leases.get(id)?.wake();
    if (!endpointIds.every((id) => leases.has(id))) look();
  }
  async function beat(): Promise<void> {
    // Leases that are opened meanwhile need no renewal yet.
    const open = [...leases];
    if (open.length === 0) return;
    const ours = await deps.db.querySystem<Held>(HOLD, [holder, deps.now()]);
    const held = new Map(ours.map(({ endpointId, isLate }) => [endpointId, isLate]));
    for (const [id, lease] of open) {
      const isLate = held.get(id);
      if (isLate === undefined) lease.stop();
      else if (isLate) lease.sendAlerts();
    }
  }

  /** Events were missed: any endpoint may have changed. */
  function lookAnew(): void {
    for (const lease of leases.values()) lease.invalidate();
    look();
  }
  /** Looks for deliveries that have become due, and for those whose events were missed. */
  function lookAround(): void {
    for (const lease of leases.values()) lease.wake();
    look();
  }
  const endings = [
    deps.events.on('webhook-due', look),
    deps.events.on('webhook-lane', (news) => {
      if (news.holder !== holder) lookAt(news.endpointIds);
    }),
    deps.events.on('webhook-endpoint', ({ endpointId }) => leases.get(endpointId)?.invalidate()),
    deps.events.onGap(lookAnew),
  ];
  const timers = [
    setInterval(lookAround, LOOK_EVERY_MS),
    setInterval(
      () => beat().catch(warn('the leases of webhook endpoints could not be renewed')),
      BEAT_MS,
    ),
  ];
  look();

  async function end(): Promise<void> {
    isStopping = true;
    for (const stop of endings) stop();
    await looking;
    const open = [...leases.values()];
    for (const lease of open) lease.stop();
    const timer = setTimeout(() => abort.abort(), LAST_POSTS_MS);
    await Promise.all(open.map((lease) => lease.done));
    clearTimeout(timer);
    for (const each of timers) clearInterval(each);
    await dialer.dispose();
  }
  let ended: Promise<void> | undefined;
  return {
    dispose() {
      ended ??= end();
      return ended;
    },
  };
}
