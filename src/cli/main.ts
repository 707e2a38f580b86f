import { runCommand } from './run-command.js';

// A reader that has seen enough, as in `mail list | head -1`, is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await runCommand(process.argv.slice(2));
