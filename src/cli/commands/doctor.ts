import { existsSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { ConfigError, loadConfig } from '../../config/config.js';
import type { Deps } from '../../deps.js';
import type { Runtime } from '../../runtime.js';
import { type Diagnosis, diagnose } from '../../services/operations/diagnose.js';
import { reasonOf } from '../failure.js';
import { type Printing, toExamples, withJson } from '../options.js';
import { perform, toTable } from '../perform.js';
import { currentShell } from '../shell.js';

const GIB = 1_024 ** 3;
const SCARCE_BYTES = GIB / 4;
const LOW_BYTES = 2 * GIB;
const NOT_FOR_OTHERS = 0o077;

function checkDisk({ config: { dataDir } }: Deps): Diagnosis {
  const { bavail, bsize } = statfsSync(existsSync(dataDir) ? dataDir : '.');
  const free = bavail * bsize;
  const says = `${(free / GIB).toFixed(1)} GiB free in ${dataDir}`;
  if (free >= LOW_BYTES) return { name: 'disk', state: 'ok', says };
  const advice = 'free disk space, or lower RETENTION_DAYS';
  return { name: 'disk', state: free < SCARCE_BYTES ? 'fail' : 'warn', says, advice };
}

function checkSecret({ config: { dataDir, secretKey } }: Deps): Diagnosis {
  const name = 'secret key';
  if (secretKey !== undefined) return { name, state: 'ok', says: 'from SECRET_KEY' };
  const file = join(dataDir, 'secret.key');
  const open = (statSync(file).mode & NOT_FOR_OTHERS) !== 0;
  if (!open) return { name, state: 'ok', says: `in ${file}` };
  const advice = `chmod 600 ${file}`;
  return { name, state: 'warn', says: `${file} is accessible to other users`, advice };
}

function checkLogin({ access }: Runtime): Diagnosis {
  const name = 'login';
  const { fault } = access.login;
  if (fault !== null) return { name, state: 'warn', ...fault };
  return {
    name,
    state: 'ok',
    says: 'can read and write rows, owns no objects and cannot change role',
  };
}

function toText(findings: readonly Diagnosis[]): string {
  const rows = findings.map(({ name, state, says, advice }) => [
    ...[state, name, advice === undefined ? says : `${says}: ${advice}`],
  ]);
  return toTable(rows);
}

async function examine(options: Printing): Promise<void> {
  const shell = currentShell();
  const findings: Diagnosis[] = [];
  const toAnswer = () => {
    if (findings.some(({ state }) => state === 'fail')) shell.exitCode = 1;
    return { data: { findings }, text: toText(findings) };
  };
  const end = (finding: Diagnosis) => {
    findings.push(finding);
    const { data, text } = toAnswer();
    shell.stdout.write(`${options.json ? JSON.stringify(data) : text}\n`);
  };
  try {
    loadConfig(shell.readSettings());
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const advice = 'fix them in .env or the environment';
    end({ name: 'settings', state: 'fail', says: error.faults.join('; '), advice });
    return;
  }
  findings.push({ name: 'settings', state: 'ok', says: 'all valid' });
  try {
    await perform(options, async (deps, runtime) => {
      findings.push(
        ...(await diagnose(deps)),
        ...[checkLogin(runtime), checkDisk(deps), checkSecret(deps)],
      );
      return toAnswer();
    });
  } catch (error) {
    // The cause has no hint about logs, which a finding does not need.
    const { cause = error } = error as Error;
    end({ name: 'database', state: 'fail', says: reasonOf(cause) });
  }
}

export function addDoctorCommand(program: Command): void {
  const verb = program
    .command('doctor')
    .description(
      'Check settings, database, engines, disk and clock, and advise how to fix problems.',
    )
    .addHelpText('after', toExamples(['doctor --json']));
  withJson(verb).action(examine);
}
