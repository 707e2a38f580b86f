import { useMutation, useQuery } from '@apollo/client/react';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { graphql } from '../api/graphql.js';
import { hasEnded, type Step } from '../api/run-progress.js';
import { namesOf } from '../app/evidence.js';
import { useMayWrite } from '../app/hooks.js';
import type { RunQuery } from '../generated/graphql.js';
import { Ago } from '../ui/ago.js';
import { AnswerCard } from '../ui/answer-card.js';
import { Button } from '../ui/button.js';
import { Drawer } from '../ui/dialog.js';
import { asCount, asDuration, asInterval, asRate } from '../ui/format.js';
import { HitCell } from '../ui/hit-cell.js';
import { Loaded } from '../ui/loaded.js';
import { PageHeader } from '../ui/page-header.js';
import { Pill, SandboxPill, ThinSample } from '../ui/pill.js';
import { platformName } from '../ui/platform.js';
import { ProgressBar } from '../ui/progress-bar.js';
import { RunStatusPill } from '../ui/run-status.js';
import { isThin } from '../ui/sample.js';
import { EmptyState, ErrorState, Notice, Skeleton } from '../ui/states.js';
import { Table } from '../ui/table.js';
import { useToast } from '../ui/toast.js';
import { useRunProgress } from './use-run-progress.js';

const RUN = graphql(`
  query Run($runId: ID!) {
    probeRun(id: $runId) {
      id
      status
      sandbox
      platforms
      samplesPerPrompt
      expectedAnswers
      answered
      failed
      createdAt
      startedAt
      completedAt
      estimatedCompletionMs
      prompts {
        promptId
        text
        branded
      }
      measures {
        partial
        visibility {
          value
          low
          high
          denominator
          state
        }
      }
      brand {
        ...BrandNamesToMark
      }
    }
  }
`);

const CELL_ANSWERS = graphql(`
  query RunCellAnswers($runId: ID!, $platform: String!, $promptId: ID!) {
    probeRun(id: $runId) {
      id
      answers(first: 20, platform: $platform, promptId: $promptId) {
        nodes {
          ...EvidenceAnswer
        }
      }
    }
  }
`);

const CANCEL_RUN = graphql(`
  mutation CancelRun($input: ProbeRunInput!) {
    cancelProbeRun(input: $input) {
      probeRun {
        id
        status
      }
    }
  }
`);

const RETRY_RUN = graphql(`
  mutation RetryRun($input: ProbeRunInput!) {
    retryProbeRun(input: $input) {
      probeRun {
        id
        status
      }
    }
  }
`);

type Run = NonNullable<RunQuery['probeRun']>;
interface Cell {
  platform: string;
  promptId: string;
  title: string;
}

const route = getRouteApi('/shell/dashboard/brands/$brandId/runs/$runId');

/** What is left by the pace so far; before the first answers, what was estimated. */
function leftMs(run: Pick<Run, 'startedAt' | 'expectedAnswers' | 'estimatedCompletionMs'>, done: number) {
  if (run.startedAt === null || done < 3) return run.estimatedCompletionMs;
  const spent = Date.now() - new Date(run.startedAt).getTime();
  return Math.max(0, (spent / done) * (run.expectedAnswers - done));
}

interface Tally {
  answered: number;
  failed: number;
  mentions: number;
}

/** The steps by whatever they are told apart by. */
function tallyBy(steps: Iterable<Step>, keyOf: (step: Step) => string): Map<string, Tally> {
  const tallies = new Map<string, Tally>();
  for (const step of steps) {
    const tally = tallies.get(keyOf(step)) ?? { answered: 0, failed: 0, mentions: 0 };
    if (step.status === 'ANSWERED') tally.answered += 1;
    else tally.failed += 1;
    if (step.mentioned) tally.mentions += 1;
    tallies.set(keyOf(step), tally);
  }
  return tallies;
}

function PlatformBars({ run, steps }: { run: Run; steps: readonly Step[] }) {
  const tallies = tallyBy(steps, ({ platform }) => platform);
  const total = run.expectedAnswers / run.platforms.length;
  return (
    <section className="card px-4 py-3.5" aria-labelledby="platforms">
      <h2 id="platforms" className="font-semibold">
        Platforms
      </h2>
      <ul className="mt-3 grid gap-3">
        {run.platforms.map((platform) => {
          const { answered = 0, failed = 0, mentions = 0 } = tallies.get(platform) ?? {};
          return (
            <li key={platform}>
              <div className="flex items-baseline justify-between gap-2 text-sm">
                <span className="font-medium">{platformName(platform)}</span>
                <span className="text-xs text-ink-faint">
                  {failed > 0 && <span className="text-warn">{asCount(failed)} failed · </span>}
                  named in {asCount(mentions)} · {asCount(answered)} / {asCount(total)}
                </span>
              </div>
              <div className="mt-1">
                <ProgressBar
                  label={platformName(platform)}
                  done={answered}
                  failed={failed}
                  total={total}
                />
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Errors({ steps }: { steps: readonly Step[] }) {
  const failures = steps.filter(({ status }) => status === 'FAILED');
  if (failures.length === 0) return null;
  const tallies = tallyBy(failures, ({ platform, errorCode }) => `${platform} ${errorCode}`);
  return (
    <section className="card px-4 py-3.5" aria-labelledby="errors">
      <h2 id="errors" className="font-semibold">
        Failures
      </h2>
      <ul className="mt-2 divide-y divide-line text-sm">
        {[...tallies].map(([key, { failed }]) => {
          const [platform = '', code = ''] = key.split(' ');
          return (
            <li key={key} className="flex justify-between gap-3 py-1.5">
              <span>
                {platformName(platform)} <code className="font-mono text-xs text-warn">{code}</code>
              </span>
              <span>{asCount(failed)}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function EventLog({ latest, texts }: { latest: readonly Step[]; texts: ReadonlyMap<string, string> }) {
  return (
    <section className="card flex min-h-0 flex-col px-4 py-3.5" aria-labelledby="log">
      <h2 id="log" className="font-semibold">
        Event log
      </h2>
      {latest.length === 0 ? (
        <p className="mt-2 text-sm text-ink-soft">Answers are listed here as they come.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it may have to be scrolled by keyboard
        <ol className="mt-2 grid max-h-72 gap-1 overflow-y-auto text-xs" tabIndex={0}>
          {latest.map((step) => (
            <li
              key={`${step.platform} ${step.promptId} ${step.repeat}`}
              className="flex items-baseline gap-2"
            >
              <span className="w-20 shrink-0 font-medium">{platformName(step.platform)}</span>
              <span className="min-w-0 flex-1 truncate text-ink-soft">
                {texts.get(step.promptId)}
              </span>
              <span className={step.status === 'FAILED' ? 'text-warn' : 'text-ink-soft'}>
                {step.status === 'FAILED' ? step.errorCode : step.mentioned ? 'named' : 'not named'}
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function Grid({
  run,
  steps,
  onOpen,
}: {
  run: Run;
  steps: readonly Step[];
  onOpen: (cell: Cell) => void;
}) {
  const tallies = tallyBy(steps, ({ platform, promptId }) => `${platform} ${promptId}`);
  return (
    <section className="card overflow-hidden" aria-labelledby="grid">
      <header className="px-4 pt-3.5 pb-1">
        <h2 id="grid" className="font-semibold">
          Prompts by platform
        </h2>
        <p className="text-xs text-ink-faint">
          Answers that name the brand of those that came. Each cell opens its answers.
        </p>
      </header>
      <Table
        caption="Answers of each prompt on each platform"
        head={
          <tr>
            <th scope="col">Prompt</th>
            {run.platforms.map((platform) => (
              <th key={platform} scope="col" className="w-24 text-center!">
                {platformName(platform)}
              </th>
            ))}
          </tr>
        }
      >
        {run.prompts.map(({ promptId, text, branded }) => (
          <tr key={promptId}>
            <th scope="row" className="min-w-56 font-normal!">
              {text} {branded && <Pill title="It names the brand itself">branded</Pill>}
            </th>
            {run.platforms.map((platform) => {
              const tally = tallies.get(`${platform} ${promptId}`);
              return (
                <td key={platform} className="cell">
                  <HitCell
                    hits={tally?.mentions ?? 0}
                    answers={tally?.answered ?? 0}
                    failed={tally?.failed ?? 0}
                    label={`${text}, ${platformName(platform)}`}
                    onOpen={() =>
                      onOpen({ platform, promptId, title: `${platformName(platform)}: ${text}` })
                    }
                  />
                </td>
              );
            })}
          </tr>
        ))}
      </Table>
    </section>
  );
}

function CellAnswers({ run, cell }: { run: Run; cell: Cell }) {
  const { platform, promptId } = cell;
  const query = useQuery(CELL_ANSWERS, { variables: { runId: run.id, platform, promptId } });
  return (
    <Loaded query={query}>
      {({ probeRun }) => (
        <div className="grid gap-3">
          {probeRun?.answers.nodes.length === 0 && <EmptyState title="No answer yet" />}
          {probeRun?.answers.nodes.map((answer) => (
            <AnswerCard
              key={answer.sequence}
              answer={answer}
              names={run.brand ? namesOf(run.brand) : []}
            />
          ))}
        </div>
      )}
    </Loaded>
  );
}

function Actions({ run, onAgain }: { run: Pick<Run, 'id' | 'status' | 'failed'>; onAgain: () => void }) {
  const { tell, tellFault } = useToast();
  const [cancel, cancelling] = useMutation(CANCEL_RUN);
  const [retry, retrying] = useMutation(RETRY_RUN);
  const variables = { input: { runId: run.id } };
  if (!hasEnded(run.status))
    return (
      <Button
        kind="danger"
        busy={cancelling.loading}
        onClick={() =>
          void cancel({ variables }).then(() => tell('The run is cancelled. What was answered stays.'), tellFault)
        }
      >
        Cancel the run
      </Button>
    );
  if (run.failed === 0) return null;
  return (
    <Button
      busy={retrying.loading}
      onClick={() =>
        void retry({ variables }).then(() => {
          tell('The failed answers are asked again.');
          onAgain();
        }, tellFault)
      }
    >
      Retry {asCount(run.failed)} failed
    </Button>
  );
}

function Summary({ run, done, total }: { run: Run; done: Tally; total: number }) {
  const came = done.answered + done.failed;
  const isOver = hasEnded(run.status);
  const visibility = run.measures?.visibility;
  return (
    <section className="card px-4 py-3.5" aria-label="Progress">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p className="text-lg font-semibold" role="status">
          {asCount(done.answered)} of {asCount(total)} answers
          {done.failed > 0 && <span className="text-warn">, {asCount(done.failed)} failed</span>}
        </p>
        <p className="text-sm text-ink-soft">
          {isOver
            ? run.startedAt && run.completedAt
              ? `took ${asDuration(new Date(run.completedAt).getTime() - new Date(run.startedAt).getTime())}`
              : 'ended'
            : run.status === 'QUEUED'
              ? 'waits for a worker'
              : `about ${asDuration(leftMs({ ...run, expectedAnswers: total }, came))} left`}
        </p>
      </div>
      <div className="mt-2">
        <ProgressBar label="All answers" done={done.answered} failed={done.failed} total={total} />
      </div>
      {visibility && (
        <p className="mt-2 flex flex-wrap items-center gap-2 text-sm text-ink-soft">
          <span>
            Visibility <strong className="text-ink">{asRate(visibility.value)}</strong>, n ={' '}
            {asCount(visibility.denominator)}, {asInterval(visibility.low, visibility.high)}
          </span>
          {isThin(visibility) && <ThinSample />}
          {run.measures?.partial && <Pill tone="warn">partial: a platform failed</Pill>}
        </p>
      )}
    </section>
  );
}

/** The run itself is asked for anew when it ends: its numbers come with the end. */
function LiveRun({ loaded, refetch }: { loaded: Run; refetch: () => unknown }) {
  const [attempt, setAttempt] = useState(0);
  const [cell, setCell] = useState<Cell | null>(null);
  const mayWrite = useMayWrite();
  const { progress, error, isOver } = useRunProgress(loaded.id, attempt);
  const steps = useMemo(() => [...progress.steps.values()], [progress.steps]);
  const run: Run = { ...loaded, ...progress.run };
  const isBehind = isOver && !hasEnded(loaded.status);
  useEffect(() => {
    if (isBehind) void refetch();
  }, [isBehind, refetch]);
  const done = tallyBy(steps, () => 'all').get('all') ?? { answered: 0, failed: 0, mentions: 0 };
  const texts = useMemo(
    () => new Map(loaded.prompts.map(({ promptId, text }) => [promptId, text])),
    [loaded.prompts],
  );
  return (
    <>
      <PageHeader
        title={`Run of ${loaded.brand?.name ?? 'a deleted brand'}`}
        about={
          <>
            Started <Ago time={loaded.createdAt} /> · {asCount(loaded.prompts.length)} prompts ×{' '}
            {asCount(loaded.platforms.length)} platforms × {asCount(loaded.samplesPerPrompt)}{' '}
            {loaded.samplesPerPrompt === 1 ? 'sample' : 'samples'}
          </>
        }
        marks={
          <>
            <RunStatusPill status={run.status} />
            {loaded.sandbox && <SandboxPill />}
          </>
        }
        actions={mayWrite && <Actions run={run} onAgain={() => setAttempt(attempt + 1)} />}
      />
      <div className="grid gap-4">
        {error !== undefined && (
          <Notice tone="warn" error={error}>
            <p>What is shown below may be out of date.</p>
          </Notice>
        )}
        <Summary run={run} done={done} total={run.expectedAnswers} />
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <PlatformBars run={run} steps={steps} />
          <div className="grid gap-4">
            <Errors steps={steps} />
            <EventLog latest={progress.latest} texts={texts} />
          </div>
        </div>
        <Grid run={run} steps={steps} onOpen={setCell} />
      </div>
      <Drawer open={cell !== null} onClose={() => setCell(null)} title={cell?.title ?? ''}>
        {cell && <CellAnswers run={run} cell={cell} />}
      </Drawer>
    </>
  );
}

export function RunPage() {
  const { runId } = route.useParams();
  const query = useQuery(RUN, { variables: { runId } });
  return (
    <Loaded query={query} skeleton={<Skeleton className="h-[480px]" />}>
      {({ probeRun }) =>
        probeRun ? (
          <LiveRun loaded={probeRun} refetch={query.refetch} />
        ) : (
          <ErrorState
            error={{ code: 'NOT_FOUND', message: 'This run does not exist.', requestId: null }}
          />
        )
      }
    </Loaded>
  );
}
