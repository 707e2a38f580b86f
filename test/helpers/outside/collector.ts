import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Value = { stringValue?: string; intValue?: number; boolValue?: boolean };

export interface CollectedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: Record<string, string | number | boolean | undefined>;
  status: { code?: number };
}

export interface Collector {
  url: string;
  /** Body of each request, as received. */
  bodies: string[];
  headers: Record<string, unknown>[];
  spans(): CollectedSpan[];
  /** Sets the status of later responses; null means no response. */
  answer(status: number | null): void;
  dispose(): Promise<void>;
}

interface Posted {
  resourceSpans: {
    scopeSpans: {
      spans: (Omit<CollectedSpan, 'attributes'> & {
        attributes: { key: string; value: Value }[];
      })[];
    }[];
  }[];
}

const read = ({ stringValue, intValue, boolValue }: Value) => stringValue ?? intValue ?? boolValue;

const toSpans = (body: string): CollectedSpan[] =>
  (JSON.parse(body) as Posted).resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans)
    .map((span) => ({
      ...span,
      attributes: Object.fromEntries(
        span.attributes.map(({ key, value }) => [key, read(value)]),
      ) as CollectedSpan['attributes'],
    }));

/** A collector that receives traces by OTLP over HTTP, as JSON. */
export async function createCollector(): Promise<Collector> {
  const bodies: string[] = [];
  const headers: Record<string, unknown>[] = [];
  let status: number | null = 200;
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      headers.push({ ...req.headers, path: req.url });
      if (status === null) return;
      if (status === 200) bodies.push(Buffer.concat(chunks).toString());
      res.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    bodies,
    headers,
    spans: () => bodies.flatMap(toSpans),
    answer(next) {
      status = next;
    },
    async dispose() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
