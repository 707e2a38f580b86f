import { createRequire } from 'node:module';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { prettyFactory } from 'pino-pretty';
import { openSink } from './log-sink.js';
import { redact } from './redact.js';
import { currentRequestContext } from './request-context.js';

export type Log = Logger;

/** Where nobody reads along it is not needed. */
const loadPretty = () =>
  createRequire(import.meta.url)('pino-pretty') as { prettyFactory: typeof prettyFactory };

/** Each line says for which request it was written, however deep down that was. */
function mixin(): object {
  const requestContext = currentRequestContext();
  if (requestContext === undefined) return {};
  const { requestId, span } = requestContext;
  return span === null ? { requestId } : { requestId, traceId: span.traceId };
}

export function createLog(
  options: { level: string; format: 'pretty' | 'json'; fd?: 1 | 2 },
  destination?: DestinationStream,
): Log {
  const { level, format, fd = 1 } = options;
  const sink = destination === undefined ? openSink(fd) : null;
  const stream = destination ?? sink;
  const form =
    sink !== null && format === 'pretty'
      ? loadPretty().prettyFactory({ colorize: true, ignore: 'pid,hostname' })
      : (line: string) => line;
  // Whatever a line was made from, it passes here, and only here.
  const censored = { write: (line: string) => void stream?.write(form(redact(line))) };
  const log = pino({ level, timestamp: pino.stdTimeFunctions.isoTime, mixin }, censored);
  sink?.onRoom((dropped) => log.warn({ dropped }, 'log lines were dropped, for nobody read them'));
  return log;
}
