import { type DestinationStream, type Logger, pino } from 'pino';
import { openSink } from './log-sink.js';
import { toPrettyLine } from './pretty-line.js';
import { currentRequestContext } from './request-context.js';

/** Patterns of secrets anywhere in a line: in a URL, a message or a stack. */
const LOOKS: readonly [pattern: RegExp, replacement: string][] = [
  // API keys. The prefix that lists show is kept, to identify the key.
  [/(sk(?:_|%5f)(?:live|test)(?:_|%5f)[0-9a-z]{4})[0-9a-z]{6,}/gi, '$1…'],
  [/(service(?:_|%5f)[0-9a-f]{4})[0-9a-f]{6,}/gi, '$1…'],
  [/(whsec(?:_|%5f))[\w+/=%-]{6,}/gi, '$1…'],
  [/\b(Bearer|Basic) +[\w.~+/=-]{16,}/gi, '$1 …'],
  // Passwords in URLs of databases and mail servers.
  [/(:\/\/[^\s:/@"]*:)[^\s@/"]+@/g, '$1…@'],
];

const SECRET_NAME =
  /(authorization|cookies?|passwords?|passphrase|secrets?|secret[-_]?key|api[-_]?keys?|token|rawheaders)$/i;
/** The same as the name of a JSON field. */
const SECRET_FIELD = new RegExp(`${SECRET_NAME.source.slice(0, -1)}":`, 'i');

const CENSORED = '[redacted]';

const hide = (name: string, value: unknown): unknown =>
  SECRET_NAME.test(name) && value !== null && value !== undefined ? CENSORED : value;

/**
 * Redacts secrets in one line of JSON. The line is parsed only if it has a field that may contain a secret, which
 * is rare.
 */
function redact(line: string): string {
  let text = line;
  for (const [pattern, replacement] of LOOKS) text = text.replace(pattern, replacement);
  return SECRET_FIELD.test(text) ? `${JSON.stringify(JSON.parse(text, hide))}\n` : text;
}

export type Log = Logger;

/** Adds the ids of the current request and trace to each line. */
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
  const form = sink !== null && format === 'pretty' ? toPrettyLine : (line: string) => line;
  // Every line passes through here.
  const censored = { write: (line: string) => void stream?.write(form(redact(line))) };
  const log = pino({ level, timestamp: pino.stdTimeFunctions.isoTime, mixin }, censored);
  sink?.onRoom((dropped) =>
    log.warn({ dropped }, 'log lines were dropped because they were not read in time'),
  );
  return log;
}
