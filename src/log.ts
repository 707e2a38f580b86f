import { type DestinationStream, type Logger, pino } from 'pino';
import pretty from 'pino-pretty';

export type Log = Logger;

/** Names under which a secret could reach a log line; the value never does. */
const SECRETS = [
  'authorization',
  'cookie',
  'password',
  'secret',
  'apiKey',
  'token',
  'headers.authorization',
  'headers.cookie',
  'req.headers.authorization',
  'req.headers.cookie',
];

export function createLog(
  options: { level: string; format: 'pretty' | 'json' },
  destination?: DestinationStream,
): Log {
  const stream =
    destination ??
    (options.format === 'pretty'
      ? pretty({ colorize: true, ignore: 'pid,hostname', sync: true })
      : undefined);
  const settings = {
    level: options.level,
    redact: { paths: SECRETS.flatMap((path) => [path, `*.${path}`]), censor: '[redacted]' },
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  return stream === undefined ? pino(settings) : pino(settings, stream);
}
