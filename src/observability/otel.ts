import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Context,
  type Span as OtelSpan,
  type Tracer as OtelTracer,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { type ExportResult, ExportResultCode, parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Log } from './log.js';
import type { Span, SpanStart, Tracer } from './request-context.js';

export interface OtelOptions {
  /** Base URL of the collector; `/v1/traces` is appended. */
  endpoint: string;
  headers: Readonly<Record<string, string>>;
  serviceName: string;
  /** Share of the traces that start here to record, from 0 to 1. Traces of callers follow the caller's decision. */
  share: number;
  appEnv: string;
  region: string;
}

const EXPORT_MS = 5_000;
const EVERY_MS = 1_000;
const FLUSH_MS = 3_000;
/** Minimum time between two log lines about failed exports. */
const TELL_EVERY_MS = 60_000;

const KINDS = {
  server: SpanKind.SERVER,
  internal: SpanKind.INTERNAL,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
} as const;

const two = (flags: number): string => flags.toString(16).padStart(2, '0');

function open(tracer: OtelTracer, start: SpanStart, parent: Context): Span {
  const { name, kind, attributes = {} } = start;
  const span: OtelSpan = tracer.startSpan(name, { kind: KINDS[kind], attributes }, parent);
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    traceId,
    traceparent: `00-${traceId}-${spanId}-${two(traceFlags)}`,
    child: (inner) => open(tracer, inner, trace.setSpan(ROOT_CONTEXT, span)),
    rename: (renamed) => void span.updateName(renamed),
    set: (more) => void span.setAttributes(more),
    end(failure) {
      if (failure !== undefined)
        span.setAttribute('error.type', failure).setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}

/** Logs failed exports, which the exporter does not report itself. */
function telling(exporter: SpanExporter, log: Log): SpanExporter {
  let toldMs = Number.NEGATIVE_INFINITY;
  const tell = ({ code, error }: ExportResult): void => {
    if (code === ExportResultCode.SUCCESS || performance.now() - toldMs < TELL_EVERY_MS) return;
    toldMs = performance.now();
    log.warn({ reason: error?.message }, 'traces could not be sent');
  };
  return {
    export: (spans: ReadableSpan[], done) =>
      exporter.export(spans, (result) => {
        tell(result);
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

/** Creates an OpenTelemetry tracer that exports JSON over HTTP. Sets no globals, so libraries are not traced. */
export function createOtelTracer(options: OtelOptions, log: Log): Tracer {
  const exporter = new OTLPTraceExporter({
    url: `${options.endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: { ...options.headers },
    timeoutMillis: EXPORT_MS,
  });
  const provider = new TracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({
        'service.name': options.serviceName,
        'deployment.environment.name': options.appEnv,
        'cloud.region': options.region,
        'process.pid': process.pid,
      }),
    ),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(options.share) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: telling(exporter, log),
        scheduledDelayMillis: EVERY_MS,
        exportTimeoutMillis: EXPORT_MS,
      }),
    ],
  });
  const tracer = provider.getTracer('answerscope');
  return {
    begin(start, traceparent) {
      const remote = traceparent == null ? null : parseTraceParent(traceparent);
      const parent =
        remote === null
          ? ROOT_CONTEXT
          : trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true });
      return open(tracer, start, parent);
    },
    async dispose() {
      const limit = new AbortController();
      const late = sleep(FLUSH_MS, 'late', { signal: limit.signal }).catch(() => 'ended');
      const flushed = provider.shutdown().catch((error: Error) => {
        log.warn({ reason: error.message }, 'the last traces could not be sent');
      });
      const ended = await Promise.race([flushed, late]);
      limit.abort();
      if (ended === 'late') log.warn('the last traces were not sent in time');
    },
  };
}
