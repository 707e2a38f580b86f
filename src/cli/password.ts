import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { badInput } from '../errors.js';
import { currentShell } from './shell.js';

/** Swallows what the terminal would echo. */
const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });

/** `-` stands for the first line of the input: other users can read a command's arguments, not its input. */
export async function readPassword(option: string): Promise<string> {
  if (option !== '-') return option;
  const { stdin, stderr } = currentShell();
  if (stdin.isTTY) stderr.write('Password: ');
  const lines = createInterface({
    input: stdin,
    output: nowhere(),
    terminal: stdin.isTTY === true,
  });
  // In this mode the terminal hands ^C over as a letter.
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  const line = await new Promise<string>((resolve) => {
    lines.once('line', resolve);
    lines.once('close', () => resolve(''));
  });
  lines.close();
  if (stdin.isTTY) stderr.write('\n');
  if (line === '') throw badInput('password', '- found no line on the standard input');
  return line;
}
