import { type Command, InvalidArgumentError } from 'commander';
import { KEY_SCOPES, type KeyScope } from '../domain/accounts/key-scope.js';

export interface Printing {
  json?: boolean;
}

/** `requestsPerHour` is the option `--requests-per-hour`. */
export const toKebab = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

export const toExamples = (lines: readonly string[]): string =>
  `\nExamples:\n${lines.map((line) => `  npm run -s cli -- ${line}`).join('\n')}`;

/** Adds a noun with its verbs to a program. */
export const addNoun =
  (name: string, description: string, verbs: readonly ((noun: Command) => void)[]) =>
  (program: Command): void => {
    const noun = program.command(name).description(description);
    for (const add of verbs) add(noun);
  };

/** A verb, with what every verb has. */
export const addVerb = (
  noun: Command,
  usage: string,
  description: string,
  examples: readonly string[],
): Command =>
  noun.command(usage).description(description).addHelpText('after', toExamples(examples));

/** After a verb's own options, so that it stands last in the help. */
export const withJson = (verb: Command): Command =>
  verb.option('--json', 'print one line of JSON and nothing else');

export function parseCount(text: string): number {
  const count = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(count))
    throw new InvalidArgumentError('It must be a whole number from 0.');
  return count;
}

const LAST_PORT = 65_535;

export function toPort(text: string): number {
  const port = parseCount(text);
  if (port > LAST_PORT) throw new InvalidArgumentError(`It must be a port from 0 to ${LAST_PORT}.`);
  return port;
}

/** What an operator may set for one account; `none` gives it back to the tier. */
export const toLimit = (text: string): number | 'none' =>
  text === 'none' ? text : parseCount(text);

export const toList = (text: string): string[] => text.split(',').map((part) => part.trim());

export function toScopes(text: string): KeyScope[] {
  const asked = toList(text);
  const known = KEY_SCOPES.filter((scope) => asked.includes(scope));
  if (asked.some((scope) => !known.includes(scope as KeyScope))) {
    throw new InvalidArgumentError(`It must be a list of ${KEY_SCOPES.join(', ')}.`);
  }
  return known;
}

const ISO = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/;

/** A day means its first moment in UTC; a time has to say its zone, so that it means the same everywhere. */
export function toFuture(text: string): Date {
  const time = new Date(ISO.test(text) ? text : Number.NaN);
  if (!(time.getTime() > Date.now())) {
    throw new InvalidArgumentError(
      'It must be a time to come, like 2030-01-31 or 2030-01-31T12:00:00Z.',
    );
  }
  return time;
}
