import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { handshake, toFrame } from './bare-socket.js';

/** Many subscribers on bare connections. They count messages without parsing them, to use little CPU time. */

const AT_ONCE = 8;
const LIMIT_MS = 120_000;
const TRIES = 10;
const TRY_AGAIN_MS = 500;
/** Only messages below this size are searched for the end: steps are longer. */
const END_BYTES = 100;

interface Subscriber {
  tcp: Socket;
  messages: number;
  hasEnded: boolean;
}

export interface Crowd {
  /** Resolves when each subscriber has received this many messages. */
  until(messages: number): Promise<void>;
  /** Resolves when each subscriber has received the end. */
  ended(): Promise<void>;
  /** Messages received by each subscriber so far, including the end. */
  counts(): number[];
  /** Messages of the first subscriber, without its random id. */
  said(): unknown[];
  leave(): Promise<void>;
}

const TEXT = 1;
const CLOSE = 8;
const PING = 9;
/** A pong frame without payload. */
const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0]);

/** Parses a stream into the frames of a server. */
function createReader(tell: (kind: number, bytes: Buffer) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let at = 0;
    while (bytes.length - at >= 2) {
      const short = (bytes[at + 1] ?? 0) & 0x7f;
      const head = short === 126 ? 4 : short === 127 ? 10 : 2;
      if (bytes.length - at < head) break;
      const size =
        short === 126
          ? bytes.readUInt16BE(at + 2)
          : short === 127
            ? Number(bytes.readBigUInt64BE(at + 2))
            : short;
      if (bytes.length - at < head + size) break;
      tell((bytes[at] ?? 0) & 0x0f, bytes.subarray(at + head, at + head + size));
      at += head + size;
    }
    rest = Buffer.from(bytes.subarray(at));
  };
}

/** Opens a connection for each key, authenticates it and subscribes. */
export async function gather(options: {
  origin: string;
  keys: readonly string[];
  query: string;
  variables: object;
  /** Called for each message with the index of its subscriber. */
  onMessage?: (index: number, text: Buffer) => void;
}): Promise<Crowd> {
  const { hostname, port, host } = new URL(options.origin);
  const subscribers: Subscriber[] = [];
  const said: unknown[] = [];
  let look = () => {};
  let broken: Error | null = null;

  /** @returns whether the connection was accepted; on a busy machine a server may ask to try again */
  async function join(key: string, index: number): Promise<boolean> {
    const tcp = connect(Number(port), hostname);
    tcp.setNoDelay(true);
    tcp.on('error', () => {});
    await handshake(tcp, host);
    const subscriber: Subscriber = { tcp, messages: 0, hasEnded: false };
    const admitted = Promise.withResolvers<boolean>();
    let isIn = false;
    let reason = 'without a close frame';
    const read = createReader((kind, text) => {
      if (kind === PING) tcp.write(PONG);
      if (kind === CLOSE) reason = `with ${text.readUInt16BE(0)} ${text.subarray(2)}`;
      if (kind !== TEXT) return;
      if (!isIn) {
        isIn = true;
        admitted.resolve(true);
        return;
      }
      subscriber.messages += 1;
      if (text.length < END_BYTES) subscriber.hasEnded ||= text.includes('"complete"');
      options.onMessage?.(index, text);
      if (index === 0) said.push({ ...JSON.parse(String(text)), id: '' });
      look();
    });
    tcp.on('data', read);
    tcp.on('close', () => {
      admitted.resolve(false);
      if (isIn) broken ??= new Error(`a subscriber was disconnected ${reason}`);
      look();
    });
    tcp.write(toFrame({ type: 'connection_init', payload: { authorization: `Bearer ${key}` } }));
    if (!(await admitted.promise)) return false;
    const { query, variables } = options;
    tcp.write(toFrame({ type: 'subscribe', id: randomUUID(), payload: { query, variables } }));
    subscribers.push(subscriber);
    return true;
  }
  async function joinAtLast(key: string, index: number): Promise<void> {
    for (let left = TRIES; left > 0; left -= 1) {
      if (await join(key, index)) return;
      await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS));
    }
    throw new Error('a subscriber was not accepted');
  }

  let next = 0;
  const joinOn = async () => {
    while (next < options.keys.length) {
      const index = next;
      next += 1;
      await joinAtLast(options.keys[index] ?? '', index);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, joinOn));

  async function all(isThere: (subscriber: Subscriber) => boolean): Promise<void> {
    const missing = new Set(subscribers);
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('messages are missing')), LIMIT_MS);
      let waiting = false;
      const check = () => {
        waiting = false;
        if (broken !== null) reject(broken);
        for (const one of missing) if (isThere(one)) missing.delete(one);
        if (missing.size > 0) return;
        clearTimeout(timer);
        resolve();
      };
      look = () => {
        if (!waiting) setImmediate(check);
        waiting = true;
      };
      look();
    });
    look = () => {};
  }

  return {
    until: (messages) => all((one) => one.messages >= messages),
    ended: () => all((one) => one.hasEnded),
    counts: () => subscribers.map((one) => one.messages),
    said: () => said,
    async leave() {
      await Promise.all(
        subscribers.map(({ tcp }) => {
          if (tcp.closed) return null;
          const closed = once(tcp, 'close');
          tcp.destroy();
          return closed;
        }),
      );
    },
  };
}
