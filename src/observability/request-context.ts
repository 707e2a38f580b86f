import { AsyncLocalStorage } from 'node:async_hooks';

/** Of spans: names, counts and codes. Never a value that a caller sent, and never a secret. */
export type Attributes = Record<string, string | number | boolean>;

export interface SpanStart {
  name: string;
  kind: 'server' | 'internal' | 'client' | 'consumer';
  attributes?: Attributes;
}

/** A piece of work as a trace shows it. */
export interface Span {
  readonly traceId: string;
  /** As W3C Trace Context writes it. */
  readonly traceparent: string;
  child(start: SpanStart): Span;
  rename(name: string): void;
  set(attributes: Attributes): void;
  /** `failure` is a code: messages may hold what nobody outside may read. */
  end(failure?: string): void;
}

/** Begins traces, or goes on with those of others. */
export interface Tracer {
  /** A first span; null where nothing is traced. `traceparent` is as it came, and may be anything. */
  begin(start: SpanStart, traceparent: string | null | undefined): Span | null;
  /** Sends what is left, for a few seconds at most. */
  dispose(): Promise<void>;
}

/** Where work comes from: what a job and an event keep of the request behind them. */
export interface TraceLink {
  requestId: string;
  traceparent: string | null;
}

/** What all that is done for one request has in common. */
export interface RequestContext {
  readonly requestId: string;
  /** The span under way; null without traces. */
  span: Span | null;
  /** Where there is no span: the one that what comes of this belongs to. */
  traceparent?: string | null;
}

const storage = new AsyncLocalStorage<RequestContext>();

export const currentRequestContext = (): RequestContext | undefined => storage.getStore();

export const runInContext = <T>(requestContext: RequestContext, work: () => T): T =>
  storage.run(requestContext, work);

/** Null for what no request and no job has begun. */
export function currentTraceLink(): TraceLink | null {
  const requestContext = storage.getStore();
  if (requestContext === undefined) return null;
  const traceparent = requestContext.span?.traceparent ?? requestContext.traceparent ?? null;
  return { requestId: requestContext.requestId, traceparent };
}

/** Work of one origin among work of many; where none is known, it goes on as part of what is under way. */
export const runLinked = <T>(origin: TraceLink | null | undefined, work: () => T): T =>
  origin == null ? work() : runInContext({ ...origin, span: null }, work);

/** An error as a code; its message stays where it is. */
export function codeOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  if (typeof code === 'string' && /^\w{1,40}$/.test(code)) return code;
  return typeof name === 'string' ? name : 'Error';
}

/** The work within a span of its own, if it belongs to a trace. */
export async function traced<T>(start: SpanStart, work: () => Promise<T>): Promise<T> {
  const requestContext = storage.getStore();
  if (requestContext == null || requestContext.span === null) return work();
  const span = requestContext.span.child(start);
  try {
    const value = await storage.run({ requestId: requestContext.requestId, span }, work);
    span.end();
    return value;
  } catch (error) {
    span.end(codeOf(error));
    throw error;
  }
}
