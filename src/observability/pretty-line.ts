import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

/** Also where no terminal is seen: the format was asked for. */
const paint = (style: Style, text: string): string =>
  styleText(style, text, { validateStream: false });

const LEVELS: Readonly<Record<string, string>> = {
  10: paint('gray', 'TRACE'),
  20: paint('blue', 'DEBUG'),
  30: paint('green', 'INFO'),
  40: paint('yellow', 'WARN'),
  50: paint('red', 'ERROR'),
  60: paint('bgRed', 'FATAL'),
};

const indent = (text: string): string => text.replace(/^(?!$)/gm, '    ');

/** An error as its stack and then its other fields; anything else as JSON. */
function toText(value: unknown): string {
  if (typeof value !== 'object' || value === null || !('stack' in value))
    return JSON.stringify(value, null, 2);
  const { stack, type: _type, message: _message, ...rest } = value as Record<string, unknown>;
  return Object.keys(rest).length === 0 ? `${stack}` : `${stack}\n${JSON.stringify(rest, null, 2)}`;
}

/** A line of JSON from the log, for the eye: time in UTC, level and message, then each field. */
export function toPrettyLine(line: string): string {
  const {
    level,
    time,
    pid: _pid,
    hostname: _hostname,
    msg = '',
    ...fields
  } = JSON.parse(line) as Record<string, unknown>;
  const clock = String(time).slice(11, 23);
  const rest = Object.entries(fields).map(([name, value]) =>
    indent(`${paint('magenta', name)}: ${toText(value)}`),
  );
  const head = `[${clock}] ${LEVELS[String(level)] ?? level}: ${paint('cyan', String(msg))}`;
  return `${[head, ...rest].join('\n')}\n`;
}
