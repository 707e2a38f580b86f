import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Held } from './meter.js';

/** A server in a separate process, so that it does not share the event loop of the benchmark. */
export interface Program {
  origin: string;
  pid: number;
  /** Milliseconds from the start to the first answer. */
  readyMs: number;
  /** Current memory. Requires `meter`; only one call at a time. */
  measureMemory(): Promise<Held>;
  /** CPU time used so far, in milliseconds. Requires `meter`; only one call at a time. */
  measureCpu(): Promise<number>;
  dispose(): Promise<void>;
}

const READY_LIMIT_MS = 60_000;
const LOOK_EVERY_MS = 5;

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    (response) => response.ok,
    () => false,
  );

/** Starts a built file, relative to `dist/`, and waits until a request for `path` succeeds. */
export async function startProgram(options: {
  file: string;
  settings: Record<string, string>;
  path: string;
  meter?: boolean;
}): Promise<Program> {
  const { file, settings, path, meter = false } = options;
  const port = await findFreePort();
  const startedMs = performance.now();
  const before = meter ? ['--import', new URL('./meter.js', import.meta.url).href] : [];
  const built = fileURLToPath(new URL(`../${file}`, import.meta.url));
  const child = spawn(process.execPath, [...before, built], {
    env: { PATH: process.env.PATH, PORT: String(port), LOG_FORMAT: 'json', ...settings },
    stdio: ['ignore', 'ignore', 'inherit', ...(meter ? (['ipc'] as const) : [])],
  });
  const ended = once(child, 'exit');
  const dispose = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  const origin = `http://127.0.0.1:${port}`;
  while (!(await answers(origin + path))) {
    if (child.exitCode !== null) throw new Error(`${file} ended with ${child.exitCode}`);
    if (performance.now() - startedMs > READY_LIMIT_MS) {
      await dispose();
      throw new Error(`${file} does not answer`);
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  const ask = async <Answer>(what: 'memory' | 'cpu'): Promise<Answer> => {
    child.send(what);
    const [answer] = await once(child, 'message');
    return answer as Answer;
  };
  return {
    origin,
    pid: child.pid ?? 0,
    readyMs: performance.now() - startedMs,
    measureMemory: () => ask<Held>('memory'),
    measureCpu: () => ask<number>('cpu'),
    dispose,
  };
}
