import type { Command } from 'commander';
import type { Tenant } from '../../deps.js';
import { type ProbeRunRow, startProbe } from '../../services/runs/probe-run.js';
import { addNoun, addVerb, parseCount, toList } from '../options.js';
import { addAction, type CommandResult, toTable } from '../perform.js';
import { selectBrand } from '../select-brand.js';
import {
  addAnyUser,
  addEnvironment,
  checkSelection,
  type OfAnyUser,
  selectAccount,
} from '../selection.js';
import { currentShell } from '../shell.js';
import { showProgress } from '../watch.js';

const toData = ({ id, brandId, status, ...run }: ProbeRunRow) => {
  const { expectedAnswers, answered, failed, failures, sandbox, measures } = run;
  return {
    runId: id,
    brandId,
    status,
    expectedAnswers,
    answered,
    failed,
    failures,
    sandbox,
    measures,
  };
};

/** The result of a run. Unless the run completed, the command exits with code 1. */
function toEnd(run: ProbeRunRow): CommandResult {
  if (run.status !== 'completed') currentShell().exitCode = 1;
  const failures = run.failures.map(({ platform, code, count }) => [
    ...[platform, `${count} ${code}`],
  ]);
  const rows = [
    ['run', run.id],
    ['status', run.sandbox ? `${run.status} (sandbox)` : run.status],
    ['answers', `${run.answered} of ${run.expectedAnswers}`],
    ...failures,
  ];
  return { data: toData(run), text: toTable(rows) };
}

const toFollow = ({ accountId, environment }: Tenant, runId: string): string =>
  `npm run -s cli -- probe watch --account ${accountId} --environment ${environment} ${runId}`;

const toFarewell = (tenant: Tenant, runId: string): string =>
  `\nThe run continues. To follow it:\n  ${toFollow(tenant, runId)}\n`;

interface NewRun extends OfAnyUser {
  brand: string;
  platforms?: string[];
  samples: number;
  watch?: boolean;
}

function addRun(probe: Command): void {
  const verb = addVerb(
    probe,
    'run',
    "Ask the engines a brand's prompts. The server performs the run; Ctrl+C stops only the display.",
    [
      'probe run --brand Acme --watch',
      'probe run --email ada@example.com --brand Acme --environment test --platforms chatgpt,claude --samples 3',
    ],
  );
  addAnyUser(verb, "brand's account; only needed when several accounts have a brand of this name")
    .requiredOption('--brand <name-or-id>', 'name or id of the brand')
    .option('--platforms <list>', 'comma-separated platforms (default: all configured)', toList)
    .option('--samples <n>', 'times each prompt is asked on each platform', parseCount, 1);
  addEnvironment(verb).option('--watch', 'show progress until the run ends');
  let farewell = '';
  addAction(
    verb,
    async (deps, options: NewRun) => {
      const { platforms = null, samples: samplesPerPrompt } = options;
      const { brandId, ...owner } = await selectBrand(deps, options);
      const tenant: Tenant = { accountId: owner.accountId, environment: owner.environment };
      const input = { brandId, platforms, promptPackId: null, samplesPerPrompt };
      const run = await startProbe(deps, owner, input, null);
      farewell = toFarewell(tenant, run.id);
      if (options.watch)
        return toEnd(await showProgress(deps, tenant, run.id, options.json ?? false));
      const rows = [
        ['run', run.id],
        ['status', run.status],
      ];
      return {
        data: toData(run),
        text: `${toTable(rows)}\nTo follow it:\n  ${toFollow(tenant, run.id)}`,
      };
    },
    () => farewell,
  );
}

function addWatch(probe: Command): void {
  const verb = addVerb(probe, 'watch <run>', 'Show the progress of a run until it ends.', [
    'probe watch --email ada@example.com --environment test 019a2b3c-…',
  ]);
  let farewell = '';
  addAction(
    addEnvironment(addAnyUser(checkSelection(verb), "run's account")),
    async (deps, options: OfAnyUser, runId) => {
      const accountId = await selectAccount(deps, options);
      const tenant: Tenant = { accountId, environment: options.environment };
      farewell = toFarewell(tenant, runId);
      return toEnd(await showProgress(deps, tenant, runId, options.json ?? false));
    },
    () => farewell,
  );
}

export const addProbeCommands = addNoun('probe', 'Start and follow runs', [addRun, addWatch]);
