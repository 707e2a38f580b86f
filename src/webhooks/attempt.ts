import type { AccessDeps, StoreDeps } from '../deps.js';
import { nextAttemptAt } from '../domain/webhooks/retry-delays.js';
import type { Dialer, Outcome } from '../net/dial.js';
import { runInContext, type TraceLink, type Tracer } from '../observability/request-context.js';
import { type EndpointRef, sealOf } from './endpoint-ref.js';
import { findEventKind, LARGEST_BODY } from './event-kinds.js';
import type { AttemptRow } from './record.js';
import { type SigningKey, signatureHeaders, toSigningKey } from './sign.js';

/** A delivery that is due, with the URL and secrets of its endpoint. */
export interface Due {
  id: string;
  eventId: string;
  event: string;
  body: string;
  attempts: number;
  tries: number;
  /** Trace link of the request that caused the event; null if unknown. */
  origin: TraceLink | null;
  url: string;
  secret: Buffer;
  /** Rotated secrets that are still valid, newest first. */
  oldSecrets: Buffer[];
}

export type PostObserver = (attempt: { outcome: AttemptRow['status']; seconds: number }) => void;

export interface Watch {
  tracer: Tracer;
  /** Called after every attempt. */
  observer: PostObserver;
}

const REQUEST_HEADER = 'x-request-id';

/** Makes one attempt. Resolves to null if a stop aborted it: then the attempt does not count. */
export type Attempter = (due: Due, endpoint: EndpointRef) => Promise<AttemptRow | null>;

const notSent = (error: string): Outcome => ({
  statusCode: null,
  latencyMs: 0,
  error,
  responseBody: null,
  responseTruncated: false,
});
const TOO_LARGE = notSent(`the event is larger than ${LARGEST_BODY / 1_024} KiB and was not sent`);
const UNREADABLE = notSent(
  'the secret cannot be read, so events cannot be signed; if SECRET_KEY has changed, rotate the secret',
);

export function createAttempter(
  deps: StoreDeps & AccessDeps,
  dialer: Dialer,
  abort: AbortSignal,
  { tracer, observer }: Watch,
): Attempter {
  /** Decrypted secrets per lease, because decrypting costs as much as a post and secrets rarely change. */
  const opened = new WeakMap<EndpointRef, { sealed: Buffer[]; keys: SigningKey[] }>();

  /** Null if the secrets cannot be decrypted, because SECRET_KEY has changed. */
  function openSecrets({ secret, oldSecrets }: Due, endpoint: EndpointRef): SigningKey[] | null {
    const sealed = [secret, ...oldSecrets];
    const last = opened.get(endpoint);
    if (
      last?.sealed.length === sealed.length &&
      last.sealed.every((one, i) => sealed[i]?.equals(one))
    )
      return last.keys;
    try {
      const keys = sealed.map((one) => toSigningKey(deps.vault.open(one, sealOf(endpoint))));
      opened.set(endpoint, { sealed, keys });
      return keys;
    } catch (error) {
      deps.log.error({ err: error, ...endpoint }, 'a webhook secret could not be decrypted');
      return null;
    }
  }

  function toHeaders(due: Due, keys: readonly SigningKey[], now: Date): Record<string, string> {
    return {
      'content-type': 'application/json',
      'user-agent': 'Answerscope-Webhooks/1.0',
      ...(due.origin !== null && { [REQUEST_HEADER]: due.origin.requestId }),
      ...signatureHeaders({
        scheme: findEventKind(due.event)?.scheme ?? 'timestamped',
        eventId: due.eventId,
        body: due.body,
        at: Math.floor(now.getTime() / 1_000),
        keys,
      }),
    };
  }

  function toAttempt(
    due: Due,
    at: Date,
    headers: Record<string, string>,
    outcome: Outcome,
  ): AttemptRow {
    const isDelivered = outcome.error === null;
    // An event that is too large stays too large, so it is not retried.
    const tries = outcome === TOO_LARGE ? Number.POSITIVE_INFINITY : due.tries + 1;
    const now = deps.now();
    const next = isDelivered ? null : nextAttemptAt(tries, deps.config.webhooks.retryDelaysMs, now);
    return {
      id: due.id,
      number: due.attempts + 1,
      tries: due.tries,
      attempted_at: at,
      status_code: outcome.statusCode,
      latency_ms: outcome.latencyMs,
      url: due.url,
      request_headers: headers,
      error: outcome.error,
      response_body: outcome.responseBody,
      response_truncated: outcome.responseTruncated,
      status: isDelivered ? 'delivered' : next === null ? 'exhausted' : 'pending',
      next_attempt_at: next,
      delivered_at: isDelivered ? now : null,
    };
  }

  async function attempt(due: Due, endpoint: EndpointRef): Promise<AttemptRow | null> {
    const at = deps.now();
    const keys = openSecrets(due, endpoint);
    if (keys === null) return toAttempt(due, at, {}, UNREADABLE);
    const headers = toHeaders(due, keys, at);
    if (Buffer.byteLength(due.body) > LARGEST_BODY) return toAttempt(due, at, headers, TOO_LARGE);
    const outcome = await dialer.post(due.url, headers, due.body, abort);
    return outcome && toAttempt(due, at, headers, outcome);
  }

  /** Makes the attempt under the request id and in the trace of the request that caused the event. */
  function watched(due: Due, endpoint: EndpointRef): Promise<AttemptRow | null> {
    const { id, event, eventId, origin, attempts } = due;
    const requestId = origin?.requestId ?? eventId;
    const attributes = {
      'answerscope.request_id': requestId,
      'answerscope.event': event,
      'answerscope.event_id': eventId,
      'answerscope.attempt': attempts + 1,
    };
    const start = { name: `webhook ${event}`, kind: 'client' as const, attributes };
    const span = tracer.begin(start, origin?.traceparent);
    return runInContext({ requestId, span }, async () => {
      const made = await attempt(due, endpoint);
      if (made === null) {
        span?.end('ABORTED');
        return null;
      }
      const { status, status_code, latency_ms, number } = made;
      if (status_code !== null) span?.set({ 'http.response.status_code': status_code });
      span?.end(
        status === 'delivered'
          ? undefined
          : status_code === null
            ? 'unreachable'
            : String(status_code),
      );
      observer({ outcome: status, seconds: latency_ms / 1_000 });
      const words = {
        deliveryId: id,
        event,
        eventId,
        attempt: number,
        status,
        statusCode: status_code,
      };
      deps.log.debug({ ...words, ms: latency_ms }, 'webhook attempt');
      return made;
    });
  }

  return watched;
}
