import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { faultOfDelivered } from './delivered.js';

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
  atMs: number;
  event: string;
  eventId: string;
}

export type Behaviour = (res: ServerResponse, received: Received, count: number) => void;

/** Responses of a receiver. */
export const answer = {
  status:
    (code: number, headers: Record<string, string> = {}): Behaviour =>
    (res) =>
      void res.writeHead(code, headers).end(`answer ${code}`),
  late:
    (ms: number): Behaviour =>
    (res) =>
      void setTimeout(() => res.writeHead(204).end(), ms),
  never: (() => {}) as Behaviour,
  reset: ((res) => void (res.socket as Socket).resetAndDestroy()) as Behaviour,
  /** An endless body, as fast as it is read. */
  endless: ((res) => {
    res.writeHead(200);
    const chunk = Buffer.alloc(65_536, 'x');
    const pour = () => {
      while (!res.destroyed && res.write(chunk));
    };
    res.on('drain', pour);
    pour();
  }) as Behaviour,
};

export interface Receiver {
  url: string;
  /** `host:port`, as in `WEBHOOK_ALLOW_HOSTS`. */
  place: string;
  received: Received[];
  /** Maximum number of concurrent requests so far. */
  most(): number;
  behave(behaviour: Behaviour): void;
  /** Rejects if a request did not match the API description. */
  dispose(): Promise<void>;
}

/**
 * A customer's webhook server on this machine. Checks that requests are events as described, unless `other`
 * is set.
 */
export async function createReceiver(
  first: Behaviour = answer.status(200),
  { other = false } = {},
): Promise<Receiver> {
  const received: Received[] = [];
  const faults = new Set<string>();
  let behaviour = first;
  let open = 0;
  let most = 0;
  const server = createServer((req, res) => {
    open += 1;
    most = Math.max(most, open);
    res.on('close', () => {
      open -= 1;
    });
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const { event, eventId } = JSON.parse(body);
      const one = { headers: req.headers, body, atMs: performance.now(), event, eventId };
      received.push(one);
      const fault = other ? null : faultOfDelivered(one);
      if (fault !== null) faults.add(fault);
      behaviour(res, one, received.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    place: `127.0.0.1:${port}`,
    received,
    most: () => most,
    behave(next) {
      behaviour = next;
    },
    async dispose() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      if (faults.size > 0) throw new Error([...faults].slice(0, 5).join('\n'));
    },
  };
}

/** The headers in the form that receivers' libraries accept. */
export const toPlain = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
