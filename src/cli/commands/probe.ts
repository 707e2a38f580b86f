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

/** What came of it; a run that failed or was cancelled is no success of the command either. */
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
  `\nThe run goes on. Follow it with\n  ${toFollow(tenant, runId)}\n`;

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
    'Ask the engines the prompts of a brand. The server does the work; Ctrl+C ends the watching only.',
    [
      'probe run --brand Acme --watch',
      'probe run --email ada@example.com --brand Acme --environment test --platforms chatgpt,claude --samples 3',
    ],
  );
  addAnyUser(verb, 'whose brand, where several accounts have one of the name')
    .requiredOption('--brand <name-or-id>', 'which brand')
    .option('--platforms <list>', 'of those configured (default: all)', toList)
    .option('--samples <n>', 'how often each prompt is asked on each platform', parseCount, 1);
  addEnvironment(verb).option('--watch', 'show how it goes, until it has ended');
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
        text: `${toTable(rows)}\nFollow it with\n  ${toFollow(tenant, run.id)}`,
      };
    },
    () => farewell,
  );
}

function addWatch(probe: Command): void {
  const verb = addVerb(probe, 'watch <run>', 'Show how a run goes, until it has ended.', [
    'probe watch --email ada@example.com --environment test 019a2b3c-…',
  ]);
  let farewell = '';
  addAction(
    addEnvironment(addAnyUser(checkSelection(verb), 'whose run')),
    async (deps, options: OfAnyUser, runId) => {
      const accountId = await selectAccount(deps, options);
      const tenant: Tenant = { accountId, environment: options.environment };
      farewell = toFarewell(tenant, runId);
      return toEnd(await showProgress(deps, tenant, runId, options.json ?? false));
    },
    () => farewell,
  );
}

export const addProbeCommands = addNoun('probe', 'Runs of questions', [addRun, addWatch]);
