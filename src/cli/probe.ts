import type { Command } from 'commander';
import type { Scope } from '../deps.js';
import { type ProbeRunRow, startProbe } from '../services/probe-run.js';
import { chooseBrand } from './choose-brand.js';
import { addEnvironment, addUser, type OfUser } from './of-user.js';
import { addVerb, toCount, withJson } from './options.js';
import { type Answer, perform } from './perform.js';
import { selectUser } from './selection.js';
import { toPrintable, toTable } from './text.js';
import { watchRun } from './watch.js';

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
function toEnd(run: ProbeRunRow): Answer {
  if (run.status !== 'completed') process.exitCode = 1;
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

const toFollow = ({ email, account, environment }: OfUser, runId: string): string =>
  `npm run -s cli -- probe watch --email ${toPrintable(email)}${account === undefined ? '' : ` --account ${account}`} --environment ${environment} ${runId}`;

const toFarewell = (options: OfUser, runId: string | undefined): string =>
  runId === undefined ? '' : `\nThe run goes on. Follow it with\n  ${toFollow(options, runId)}\n`;

interface NewRun extends OfUser {
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
      'probe run --email ada@example.com --brand Acme --watch',
      'probe run --email ada@example.com --brand Acme --environment test --platforms chatgpt,claude --samples 3',
    ],
  );
  addUser(verb, 'whose brand')
    .requiredOption('--brand <name-or-id>', 'which brand')
    .option('--platforms <list>', 'of those configured (default: all)', (text: string) =>
      text.split(',').map((platform) => platform.trim()),
    )
    .option('--samples <n>', 'how often each prompt is asked on each platform', toCount, 1);
  addEnvironment(verb).option('--watch', 'show how it goes, until it has ended');
  withJson(verb).action(async (options: NewRun) => {
    let runId: string | undefined;
    await perform(
      options,
      async (deps) => {
        const { environment, platforms = null, samples: samplesPerPrompt } = options;
        const owner = { ...(await selectUser(deps, options)), environment };
        const scope: Scope = { accountId: owner.accountId, environment };
        const { id: brandId } = await chooseBrand(deps, scope, options.brand);
        const input = { brandId, platforms, promptPackId: null, samplesPerPrompt };
        const run = await startProbe(deps, owner, input, null);
        runId = run.id;
        if (options.watch) return toEnd(await watchRun(deps, scope, run.id, options.json ?? false));
        const rows = [
          ['run', run.id],
          ['status', run.status],
        ];
        return {
          data: toData(run),
          text: `${toTable(rows)}\nFollow it with\n  ${toFollow(options, run.id)}`,
        };
      },
      () => toFarewell(options, runId),
    );
  });
}

function addWatch(probe: Command): void {
  const verb = addVerb(probe, 'watch <run>', 'Show how a run goes, until it has ended.', [
    'probe watch --email ada@example.com --environment test 019a2b3c-…',
  ]);
  withJson(addEnvironment(addUser(verb, 'whose run'))).action((runId: string, options: OfUser) =>
    perform(
      options,
      async (deps) => {
        const { accountId } = await selectUser(deps, options);
        const scope: Scope = { accountId, environment: options.environment };
        return toEnd(await watchRun(deps, scope, runId, options.json ?? false));
      },
      () => toFarewell(options, runId),
    ),
  );
}

export function addProbeCommands(program: Command): void {
  const probe = program.command('probe').description('Runs of questions');
  for (const add of [addRun, addWatch]) add(probe);
}
