import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

/**
 * Runs shell commands at the same time; each argument is `name=command`. The output of a command is printed when it
 * ends, and the exit code is 1 if any command fails. With `--live`, lines are printed as they come, and the first
 * command that ends stops the others.
 */
const {
  values: { live: isLive },
  positionals,
} = parseArgs({ options: { live: { type: 'boolean', default: false } }, allowPositionals: true });

const children: ChildProcess[] = [];
let isStopping = false;

/** A shell may have started others: each command has a process group of its own. */
function stopAll(): void {
  if (isStopping) return;
  isStopping = true;
  for (const { pid, exitCode, signalCode } of children)
    if (pid !== undefined && exitCode === null && signalCode === null)
      process.kill(-pid, 'SIGTERM');
}

async function run(name: string, command: string): Promise<void> {
  const child = spawn(command, { shell: true, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  const lines: string[] = [];
  for (const input of [child.stdout, child.stderr])
    createInterface({ input }).on('line', (line) => {
      if (isLive) console.log(`[${name}] ${line}`);
      else lines.push(line);
    });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0 && !isStopping) process.exitCode = 1;
  if (isLive) stopAll();
  else console.log([`${name}: ${code === 0 ? 'passed' : 'failed'}`, ...lines].join('\n'));
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopAll);
await Promise.all(
  positionals.map((argument) => {
    const [name = '', ...command] = argument.split('=');
    return run(name, command.join('='));
  }),
);
