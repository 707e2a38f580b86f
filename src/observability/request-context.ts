import { AsyncLocalStorage } from 'node:async_hooks';

/** Span attributes: names, counts and codes; never values sent by a caller or secrets. */
export type Attributes = Record<string, string | number | boolean>;

export interface SpanStart {
  name: string;
  kind: 'server' | 'internal' | 'client' | 'consumer';
  attributes?: Attributes;
}

/** A unit of work in a trace. */
export interface Span {
  readonly traceId: string;
  /** In the format of W3C Trace Context. */
  readonly traceparent: string;
  child(start: SpanStart): Span;
  rename(name: string): void;
  set(attributes: Attributes): void;
  /** `failure` is an error code, because messages may contain private data. */
  end(failure?: string): void;
}

/** Starts traces, or continues those of callers. */
export interface Tracer {
  /** Starts a root span; null without tracing. `traceparent` is untrusted input. */
  begin(start: SpanStart, traceparent: string | null | undefined): Span | null;
  /** Sends the remaining spans, within a few seconds. */
  dispose(): Promise<void>;
}

/** The request behind a job or event, stored with it. */
export interface TraceLink {
  requestId: string;
  traceparent: string | null;
}

/** Shared by all work for one request. */
export interface RequestContext {
  readonly requestId: string;
  /** The current span; null without tracing. */
  span: Span | null;
  /** Without a span: the parent for jobs and events of this request. */
  traceparent?: string | null;
}

const storage = new AsyncLocalStorage<RequestContext>();

export const currentRequestContext = (): RequestContext | undefined => storage.getStore();

export const runInContext = <T>(requestContext: RequestContext, work: () => T): T =>
  storage.run(requestContext, work);

/** Trace link of the current work; null outside requests and jobs. */
export function currentTraceLink(): TraceLink | null {
  const requestContext = storage.getStore();
  if (requestContext === undefined) return null;
  const traceparent = requestContext.span?.traceparent ?? requestContext.traceparent ?? null;
  return { requestId: requestContext.requestId, traceparent };
}

/** Runs work in the context of `origin`; without an origin, in the current context. */
export const runLinked = <T>(origin: TraceLink | null | undefined, work: () => T): T =>
  origin == null ? work() : runInContext({ ...origin, span: null }, work);

/** Code or class name of an error, without its message. */
export function codeOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  if (typeof code === 'string' && /^\w{1,40}$/.test(code)) return code;
  return typeof name === 'string' ? name : 'Error';
}

/** Runs work in a child span, if it is part of a trace. */
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
