import { createLog, type Log } from '../../../src/observability/log.js';

/** A log that keeps all lines of all levels. */
export function captureLogs(): { log: Log; text(): string; lines(): Record<string, unknown>[] } {
  const written: string[] = [];
  const log = createLog(
    { level: 'trace', format: 'json' },
    { write: (line: string) => void written.push(line) },
  );
  return {
    log,
    text: () => written.join(''),
    lines: () => written.map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}
