import { Command } from 'commander';
import { addAccountCommands } from './commands/account.js';
import { addBackupCommands } from './commands/backup.js';
import { addBrandCommands } from './commands/brand.js';
import { addDemoCommands } from './commands/demo.js';
import { addDoctorCommand } from './commands/doctor.js';
import { addEngineCommands } from './commands/engines.js';
import { addKeyCommands } from './commands/key.js';
import { addMailCommands } from './commands/mail.js';
import { addProbeCommands } from './commands/probe.js';
import { addScheduleCommands } from './commands/schedule.js';
import { addSchemaCommands } from './commands/schema.js';
import { addWebhookCommands } from './commands/webhook.js';
import { report } from './failure.js';
import { toExamples } from './options.js';
import { currentShell } from './shell.js';

/** In the order of the help. */
const COMMANDS = [
  addAccountCommands,
  addKeyCommands,
  addBrandCommands,
  addProbeCommands,
  addScheduleCommands,
  addEngineCommands,
  addWebhookCommands,
  addMailCommands,
  addDemoCommands,
  addSchemaCommands,
  addDoctorCommand,
  addBackupCommands,
];

function createProgram(): Command {
  const program = new Command('answerscope')
    .usage('<noun> <verb> [options]')
    .description(
      "The operator's commands. They use the server's own settings (.env and the environment) and may be used while the server runs.",
    )
    // Faults are told in one place, and as JSON where that was asked for.
    .configureOutput({
      outputError: () => {},
      writeOut: (text) => currentShell().stdout.write(text),
      writeErr: (text) => currentShell().stderr.write(text),
    })
    .exitOverride()
    .addHelpText(
      'after',
      toExamples([
        'account create --email ada@example.com --password - --tier growth',
        'key create --email ada@example.com --scopes read,write --environment live',
        'mail list',
      ]),
    );
  for (const add of COMMANDS) add(program);
  return program;
}

/** @returns the exit code */
export async function runCommand(args: readonly string[]): Promise<number> {
  try {
    await createProgram().parseAsync(args, { from: 'user' });
    return currentShell().exitCode;
  } catch (error) {
    return report(error, args.includes('--json'));
  }
}
