import { createRequire } from 'node:module';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { PinoPretty } from 'pino-pretty';
import { censor } from './censor.js';
import { currentTrail } from './trail.js';

export type Log = Logger;

/** Where nobody reads along it is not needed. */
const loadPretty = () => createRequire(import.meta.url)('pino-pretty') as typeof PinoPretty;

/** Each line says for which request it was written, however deep down that was. */
function mixin(): object {
  const trail = currentTrail();
  if (trail === undefined) return {};
  const { requestId, span } = trail;
  return span === null ? { requestId } : { requestId, traceId: span.traceId };
}

export function createLog(
  options: { level: string; format: 'pretty' | 'json'; fd?: 1 | 2 },
  destination?: DestinationStream,
): Log {
  const { level, format, fd = 1 } = options;
  const stream =
    destination ??
    (format === 'pretty'
      ? loadPretty()({ colorize: true, ignore: 'pid,hostname', sync: true, destination: fd })
      : pino.destination({ fd, sync: true }));
  // Whatever a line was made from, it passes here, and only here.
  const censored = { write: (line: string) => void stream.write(censor(line)) };
  return pino({ level, timestamp: pino.stdTimeFunctions.isoTime, mixin }, censored);
}
