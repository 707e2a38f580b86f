import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A standard stream as a place for log lines that never waits for whoever reads it, be it a pipe, a socket, a
 * terminal or a file. What is not read yet is held up to a limit; beyond it lines are dropped and counted.
 */
export interface LogSink {
  write(line: string): void;
  /** Told how many lines were lost, once lines are written again. */
  onRoom(tell: (dropped: number) => void): void;
  /** Waits until all that is held was written, or in vain until the time is over. */
  flush(limitMs: number): Promise<void>;
}

const HELD_BYTES = 4 * 1_024 * 1_024;
const LOOK_MS = 10;

let dropped = 0;
/** Lines that this process has lost so far, on any stream. */
export const droppedLines = (): number => dropped;

function createSink(stream: NodeJS.WriteStream): LogSink {
  let untold = 0;
  let tell: ((dropped: number) => void) | undefined;
  // Node writes to terminals only in the blocking way, and one that is held by Ctrl+S would stop the process.
  (stream as { _handle?: { setBlocking?(isBlocking: boolean): void } })._handle?.setBlocking?.(
    false,
  );
  // Whoever read may be gone, or the disk full: lines are lost then, and no more than that.
  stream.on('error', () => {});

  function drop(): void {
    dropped += 1;
    untold += 1;
  }
  function onWritten(error?: Error | null): void {
    if (error) drop();
    else if (untold > 0 && stream.writableLength === 0) {
      const count = untold;
      untold = 0;
      tell?.(count);
    }
  }
  return {
    write(line) {
      if (stream.writableLength + line.length > HELD_BYTES) drop();
      else stream.write(line, onWritten);
    },
    onRoom(given) {
      tell = given;
    },
    async flush(limitMs) {
      const startedMs = performance.now();
      while (stream.writableLength > 0 && performance.now() - startedMs < limitMs)
        await sleep(LOOK_MS);
    },
  };
}

const sinks = new Map<1 | 2, LogSink>();

/** The one sink of a standard stream. */
export function openSink(fd: 1 | 2): LogSink {
  const sink = sinks.get(fd) ?? createSink(fd === 1 ? process.stdout : process.stderr);
  sinks.set(fd, sink);
  return sink;
}
