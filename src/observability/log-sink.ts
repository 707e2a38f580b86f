import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Writes log lines to a standard stream without blocking, whether it is a pipe, socket, terminal or file. Unread
 * lines are buffered up to a limit; further lines are dropped and counted.
 */
export interface LogSink {
  write(line: string): void;
  /** Sets a callback that gets the number of dropped lines once lines are written again. */
  onRoom(tell: (dropped: number) => void): void;
  /** Waits until all buffered lines are written, at most `limitMs`. */
  flush(limitMs: number): Promise<void>;
}

const HELD_BYTES = 4 * 1_024 * 1_024;
const LOOK_MS = 10;

let dropped = 0;
/** Number of lines that this process has dropped, on all streams. */
export const droppedLines = (): number => dropped;

function createSink(stream: NodeJS.WriteStream): LogSink {
  let untold = 0;
  let tell: ((dropped: number) => void) | undefined;
  // By default Node blocks on writes to a terminal, so Ctrl+S in the terminal would stop the process.
  (stream as { _handle?: { setBlocking?(isBlocking: boolean): void } })._handle?.setBlocking?.(
    false,
  );
  // The reader may be gone or the disk full: then lines are dropped, but the process continues.
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

/** The sink of a standard stream, shared by all callers. */
export function openSink(fd: 1 | 2): LogSink {
  const sink = sinks.get(fd) ?? createSink(fd === 1 ? process.stdout : process.stderr);
  sinks.set(fd, sink);
  return sink;
}
