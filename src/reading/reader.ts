import { Worker } from 'node:worker_threads';
import { READINGS, type ReadingInput, type ReadingKind, type ReadingResult } from './readings.js';

export interface ThreadTask {
  kind: ReadingKind;
  input: ReadingInput<ReadingKind>;
}

export type ThreadAnswer = { result: unknown } | { fault: string };

export interface Reader {
  /**
   * Reads a short text in this thread (with `here`, if the caller has a compiled reader) and a text over 32 KiB
   * in a worker thread. Rejects if reading takes too long or 100 long texts are queued.
   */
  read<K extends ReadingKind>(
    kind: K,
    input: ReadingInput<K>,
    here?: (input: ReadingInput<K>) => ReadingResult<K>,
  ): Promise<ReadingResult<K>>;
  dispose(): Promise<void>;
}

interface Waiting {
  task: ThreadTask;
  settle(answer: ThreadAnswer): void;
}

const LONG_BYTES = 32 * 1_024;
const MOST_WAITING = 100;
/** Ten times what the longest text takes, for machines under load. */
const TIMEOUT_MS = 5_000;
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 };

/** Starts the thread with the first long text, and again after a failure or timeout. */
export function createReader({ timeoutMs = TIMEOUT_MS, mostWaiting = MOST_WAITING } = {}): Reader {
  const waiting: Waiting[] = [];
  let thread: Worker | undefined;
  let current: Waiting | undefined;
  let timer: NodeJS.Timeout | undefined;

  function settle(answer: ThreadAnswer): void {
    clearTimeout(timer);
    // An idle thread must not keep the process alive.
    thread?.unref();
    const done = current;
    current = undefined;
    done?.settle(answer);
    next();
  }

  async function end(fault: string): Promise<void> {
    const old = thread;
    thread = undefined;
    settle({ fault });
    await old?.terminate();
  }

  function start(): Worker {
    const started = new Worker(new URL('./thread.js', import.meta.url), {
      // The thread needs neither the settings nor the secrets of the process.
      env: {},
      execArgv: [],
      resourceLimits: MEMORY,
    });
    const isOurs = () => started === thread;
    started.on('message', (answer: ThreadAnswer) => isOurs() && settle(answer));
    // For example out of memory. An unhandled error event would end the process.
    started.on('error', (error) => isOurs() && void end(`the reading failed: ${error.message}`));
    started.on('exit', () => isOurs() && void end('the reader thread exited'));
    return started;
  }

  function next(): void {
    if (current !== undefined) return;
    current = waiting.shift();
    if (current === undefined) return;
    thread ??= start();
    thread.ref();
    timer = setTimeout(
      () => void end(`the text took longer than ${timeoutMs} ms to read`),
      timeoutMs,
    );
    thread.postMessage(current.task);
  }

  return {
    async read(kind, input, here = READINGS[kind] as never) {
      if (Buffer.byteLength(input.text) <= LONG_BYTES) return here(input);
      if (waiting.length >= mostWaiting) throw new Error('too many long texts are queued');
      const answer = await new Promise<ThreadAnswer>((resolve) => {
        waiting.push({ task: { kind, input }, settle: resolve });
        next();
      });
      if ('fault' in answer) throw new Error(answer.fault);
      return answer.result as ReadingResult<typeof kind>;
    },
    async dispose() {
      for (const each of waiting.splice(0)) each.settle({ fault: 'the process is stopping' });
      await end('the process is stopping');
    },
  };
}
