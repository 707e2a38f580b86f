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

/** In the order in which the help lists them. */
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
      'Commands for the operator. They read the same settings as the server (.env and the environment) and work while the server runs.',
    )
    // `report` prints all errors, as JSON with --json.
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
