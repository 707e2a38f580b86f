import { type Command, InvalidArgumentError } from 'commander';
import { KEY_SCOPES, type KeyScope } from '../domain/accounts/key-scope.js';

export interface Printing {
  json?: boolean;
}

/** Converts `requestsPerHour` to `requests-per-hour`. */
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

/** Adds a verb with its description and examples. */
export const addVerb = (
  noun: Command,
  usage: string,
  description: string,
  examples: readonly string[],
): Command =>
  noun.command(usage).description(description).addHelpText('after', toExamples(examples));

/** Adds `--json`. Call it after the verb's own options, so that the help lists it last. */
export const withJson = (verb: Command): Command =>
  verb.option('--json', 'print the result as one line of JSON');

export function parseCount(text: string): number {
  const count = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(count))
    throw new InvalidArgumentError('It must be a whole number, 0 or more.');
  return count;
}

const LAST_PORT = 65_535;

export function toPort(text: string): number {
  const port = parseCount(text);
  if (port > LAST_PORT) throw new InvalidArgumentError(`It must be a port from 0 to ${LAST_PORT}.`);
  return port;
}

/** A limit of one account; `none` restores the limit of its tier. */
export const toLimit = (text: string): number | 'none' =>
  text === 'none' ? text : parseCount(text);

export const toList = (text: string): string[] => text.split(',').map((part) => part.trim());

export function toScopes(text: string): KeyScope[] {
  const asked = toList(text);
  const known = KEY_SCOPES.filter((scope) => asked.includes(scope));
  if (asked.some((scope) => !known.includes(scope as KeyScope))) {
    throw new InvalidArgumentError(
      `It must be a comma-separated list of ${KEY_SCOPES.join(', ')}.`,
    );
  }
  return known;
}

const ISO = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/;

/** A date means midnight UTC. A time must include its zone, so that it does not depend on the machine. */
export function toFuture(text: string): Date {
  const time = new Date(ISO.test(text) ? text : Number.NaN);
  if (!(time.getTime() > Date.now())) {
    throw new InvalidArgumentError(
      'It must be a time in the future, like 2030-01-31 or 2030-01-31T12:00:00Z.',
    );
  }
  return time;
}
