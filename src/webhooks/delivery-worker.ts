import { randomUUID } from 'node:crypto';
import { coalesce } from '../async/coalesce.js';
import { type AccessDeps, type NetDeps, type Statement, type StoreDeps, SYSTEM } from '../deps.js';
import type { DialerOptions } from '../net/dial.js';
import { createLateDialer } from '../net/lazy.js';
import { createAttempter, type Watch } from './attempt.js';
import { dispatchOutbox, type Sender } from './dispatch.js';
import { type EndpointLease, openLease } from './endpoint-lease.js';
import type { EndpointRef } from './endpoint-ref.js';
import { createRecorder } from './record.js';
import { createResponsiveEndpoints, createSemaphore } from './semaphore.js';

/** Sends due deliveries to all endpoints in parallel. Any number of processes may run one. */
export interface DeliveryWorker {
  /** Starts no more attempts, waits up to 8 seconds for running ones, then aborts the rest and returns the leases. */
  dispose(): Promise<void>;
}

/** Includes hanging endpoints: each holds its lease while it has pending deliveries. */
const MOST_LEASES = 2_048;
/** A small number, so that other processes can take leases too. */
const LEASES_AT_ONCE = 4;
/** Poll interval: retries and leases of dead processes send no notification. */
const LOOK_EVERY_MS = 1_000;
/** Seconds without a renewal after which a process is dead and its leases are free. */
const HELD_SEC = 5;
const BEAT_MS = 1_000;
const LAST_POSTS_MS = 8_000;

const TAKE: Statement = {
  name: 'take-endpoint-leases',
  text: `update auth.webhook_lane l set holder = :holder, held_until = clock_timestamp() + interval '${HELD_SEC} s'
    from (select account_id, environment, endpoint_id from auth.webhook_lane
      where least(due_at, alert_at) <= :alertAt and (held_until is null or held_until < clock_timestamp())
      order by least(due_at, alert_at) limit :free for update skip locked) due
    where (l.account_id, l.environment, l.endpoint_id) = (due.account_id, due.environment, due.endpoint_id)
    returning l.account_id as "accountId", l.environment, l.endpoint_id as "endpointId",
      coalesce(l.alert_at <= :alertAt, false) as "isLate"`,
};
const HOLD: Statement = {
  name: 'renew-endpoint-leases',
  text: `update auth.webhook_lane set held_until = clock_timestamp() + interval '${HELD_SEC} s'
    where holder = :holder returning endpoint_id as "endpointId", coalesce(alert_at <= :alertAt, false) as "isLate"`,
};

interface Held {
  endpointId: string;
  /** The endpoint has late deliveries. */
  isLate: boolean;
}
type Taken = EndpointRef & Held;

export function createDeliveryWorker(
  deps: StoreDeps & NetDeps & AccessDeps,
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
  let isStopping = false;

  const warn = (words: string) => (error: unknown) => deps.log.warn({ err: error }, words);

  function open({ isLate, ...place }: Taken): void {
    const lease = openLease(deps, place, { holder, attempter, recorder, semaphore, responsive });
    if (isLate) lease.sendAlerts();
    leases.set(place.endpointId, lease);
    void lease.done.then(() => {
      // A new lease of the endpoint may have been opened before this one resolved.
      if (leases.get(place.endpointId) === lease) leases.delete(place.endpointId);
      void look();
    });
  }
  const sender: Sender = {
    holder,
    enqueue: ({ endpointId }, handed) => leases.get(endpointId)?.enqueue(handed),
    lookAt,
  };
  async function lookOnce(): Promise<void> {
    if (await dispatchOutbox(deps, sender)) void look();
    const free = Math.min(MOST_LEASES - leases.size, LEASES_AT_ONCE);
    if (free <= 0) for (const lease of leases.values()) lease.release();
    if (free <= 0 || isStopping) return;
    const places = await deps.db.command<Taken>(SYSTEM, TAKE, {
      holder,
      alertAt: deps.now(),
      free,
    });
    for (const place of places) open(place);
    if (places.length === LEASES_AT_ONCE) void look();
  }
  const look = coalesce(async () => {
    if (!isStopping) await lookOnce().catch(warn('due webhooks could not be read'));
  });
  function lookAt(endpointIds: readonly string[]): void {
    for (const id of endpointIds) leases.get(id)?.wake();
    if (!endpointIds.every((id) => leases.has(id))) void look();
  }
  async function beat(): Promise<void> {
    // Leases opened during this renewal have just been taken, so they need no renewal.
    const open = [...leases];
    if (open.length === 0) return;
    const ours = await deps.db.command<Held>(SYSTEM, HOLD, { holder, alertAt: deps.now() });
    const held = new Map(ours.map(({ endpointId, isLate }) => [endpointId, isLate]));
    for (const [id, lease] of open) {
      const isLate = held.get(id);
      if (isLate === undefined) lease.stop();
      else if (isLate) lease.sendAlerts();
    }
  }

  /** Rereads all endpoints, because any of them may have changed. */
  function lookAnew(): void {
    for (const lease of leases.values()) lease.invalidate();
    void look();
  }
  /** Finds deliveries that are due now, and those whose notification was missed. */
  function lookAround(): void {
    for (const lease of leases.values()) lease.wake();
    void look();
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
  void look();

  async function end(): Promise<void> {
    isStopping = true;
    for (const stop of endings) stop();
    await look();
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
