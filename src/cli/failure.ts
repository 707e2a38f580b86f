import { CommanderError } from 'commander';
import { ConfigError } from '../config/config.js';
import { AppError, toPublicError } from '../errors.js';
import { toKebab } from './options.js';
import { currentShell } from './shell.js';

/** Exit code 1: the user can fix the command. 2: the system failed. */
interface Failure {
  exitCode: 1 | 2;
  code: string;
  message: string;
}

/** Replaces the API field name in a service's message with the option name. */
function nameOption({ message, details }: AppError): string {
  const field = details?.field;
  return field !== undefined && message.startsWith(`${field} `)
    ? `--${toKebab(field)}${message.slice(field.length)}`
    : message;
}

function toFailure(error: unknown): Failure {
  if (error instanceof CommanderError) {
    // Commander puts its suggestion on a second line.
    return {
      exitCode: 1,
      code: 'BAD_INPUT',
      message: error.message.replace(/^error: /, '').replaceAll('\n', ' '),
    };
  }
  if (error instanceof ConfigError)
    return { exitCode: 1, code: 'BAD_INPUT', message: error.message };
  const { code, status, message } = toPublicError(error);
  if (status < 500)
    return { exitCode: 1, code, message: error instanceof AppError ? nameOption(error) : message };
  return { exitCode: 2, code, message: reasonOf(error) };
}

/** The error's message on one line. A failed connection to all addresses of a host has it in its parts only. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return reasonOf(error.errors[0]);
  const { message, code } = error as { message?: string; code?: string };
  return (message || code || String(error)).replaceAll(/\s*\n\s*/g, ' ');
}

/** @returns the exit code */
export function report(error: unknown, json: boolean): number {
  if (error instanceof CommanderError && (error.exitCode === 0 || error.code === 'commander.help'))
    return error.exitCode;
  const { exitCode, code, message } = toFailure(error);
  const line = json ? JSON.stringify({ error: { code, message } }) : `error: ${message}`;
  currentShell().stderr.write(`${line}\n`);
  return exitCode;
}
