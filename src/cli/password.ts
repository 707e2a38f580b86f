import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { badInput } from '../errors.js';
import { currentShell } from './shell.js';

/** Discards the terminal's echo. */
const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });

/** `-` reads the first line of stdin: other users can see a command's arguments, but not its input. */
export async function readPassword(option: string): Promise<string> {
  if (option !== '-') return option;
  const { stdin, stderr } = currentShell();
  if (stdin.isTTY) stderr.write('Password: ');
  const lines = createInterface({
    input: stdin,
    output: nowhere(),
    terminal: stdin.isTTY === true,
  });
  // In this mode the terminal passes ^C on as a character.
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  const line = await new Promise<string>((resolve) => {
    lines.once('line', resolve);
    lines.once('close', () => resolve(''));
  });
  lines.close();
  if (stdin.isTTY) stderr.write('\n');
  if (line === '') throw badInput('password', '- requires a line on standard input');
  return line;
}
