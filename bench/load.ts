import { Pool } from 'undici';

/** What is asked again and again of one server. */
export interface Asked {
  origin: string;
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** Requests under way at any moment, each on a connection of its own that stays open. */
const AT_ONCE = 16;

/** One request; resolves to the answer's bytes and refuses any status but 200. */
const send = (pool: Pool, { method, path, headers, body }: Asked): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let status = 0;
    pool.dispatch(
      { method, path, headers, body },
      {
        onRequestStart() {},
        onResponseStart(_controller, statusCode) {
          status = statusCode;
        },
        onResponseData(_controller, chunk) {
          chunks.push(chunk);
        },
        onResponseEnd() {
          const bytes = Buffer.concat(chunks);
          if (status === 200) resolve(bytes);
          else reject(new Error(`${method} ${path} answered ${status}: ${bytes.toString()}`));
        },
        onResponseError(_controller, error) {
          reject(error);
        },
      },
    );
  });

export interface Client {
  /** One answer, read as JSON. */
  ask(asked: Omit<Asked, 'origin'>): Promise<unknown>;
  close(): Promise<void>;
}

/** For a few requests that are not measured one by one, on connections that stay open. */
export function createClient(origin: string): Client {
  const pool = new Pool(origin, { connections: AT_ONCE });
  return {
    ask: async (asked) => JSON.parse((await send(pool, { origin, ...asked })).toString()),
    close: () => pool.close(),
  };
}

export async function askOnce(asked: Asked): Promise<unknown> {
  const client = createClient(asked.origin);
  try {
    return await client.ask(asked);
  } finally {
    await client.close();
  }
}

export interface Driver {
  /** Keeps a fixed number of requests under way for so long; resolves to answers per second. */
  drive(seconds: number): Promise<number>;
  close(): Promise<void>;
}

export function createDriver(asked: Asked): Driver {
  const pool = new Pool(asked.origin, { connections: AT_ONCE, pipelining: 1 });
  return {
    async drive(seconds) {
      const startedMs = performance.now();
      const endMs = startedMs + seconds * 1_000;
      let answers = 0;
      const keepAsking = async () => {
        while (performance.now() < endMs) {
          await send(pool, asked);
          answers += 1;
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, keepAsking));
      return (answers * 1_000) / (performance.now() - startedMs);
    },
    close: () => pool.close(),
  };
}

/** The same number of tasks at once, each started when another has ended. */
export async function inParallel(
  count: number,
  work: (index: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const index = next;
      next += 1;
      await work(index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, count) }, worker));
}
