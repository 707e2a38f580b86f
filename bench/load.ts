import { Pool } from 'undici';

/** A request that is sent to one server repeatedly. */
export interface Asked {
  origin: string;
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** Number of parallel requests, each on its own keep-alive connection. */
const AT_ONCE = 16;

/** Sends one request. Resolves to the body; rejects for any status but 200. */
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
  /** Sends one request and parses its answer as JSON. */
  ask(asked: Omit<Asked, 'origin'>): Promise<unknown>;
  close(): Promise<void>;
}

/** Client for requests that are not measured individually, with keep-alive connections. */
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
  /** Keeps a fixed number of parallel requests for this time; resolves to answers per second. */
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

/** Runs `count` tasks, at most AT_ONCE in parallel. */
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
