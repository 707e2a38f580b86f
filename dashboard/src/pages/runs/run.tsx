import { useQuery } from '@apollo/client/react';
import { getRouteApi } from '@tanstack/react-router';
import clsx from 'clsx';
import { useEffect, useMemo, useState } from 'react';
import { graphql } from '../../api/graphql.js';
import { hasEnded } from '../../api/run-progress.js';
import { namesOf } from '../../app/evidence-list.js';
import { useMayWrite } from '../../app/hooks.js';
import type { RunQuery } from '../../generated/graphql.js';
import { Ago } from '../../ui/ago.js';
import { AnswerCard } from '../../ui/answer-card.js';
import { Drawer } from '../../ui/dialog/dialog.js';
import { asCounted } from '../../ui/format.js';
import { Loaded } from '../../ui/loaded.js';
import { PageHeader } from '../../ui/page-header.js';
import { SandboxPill } from '../../ui/pill.js';
import { RunStatusPill } from '../../ui/run-status.js';
import { EmptyState, ErrorState, Notice, Skeleton } from '../../ui/states.js';
import { Actions } from './run-actions.js';
import { type Cell, Grid } from './run-grid.js';
import { Errors, EventLog, PlatformBars, Summary } from './run-parts.js';
import { tallyBy } from './run-tally.js';
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

type Run = NonNullable<RunQuery['probeRun']>;
const route = getRouteApi('/shell/dashboard/brands/$brandId/runs/$runId');

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

/** A run with live progress. It is fetched again when it ends, because its measures exist only then. */
function LiveRun({ loaded, refetch }: { loaded: Run; refetch: () => Promise<unknown> }) {
  const [attempt, setAttempt] = useState(0);
  const [cell, setCell] = useState<Cell | null>(null);
  const mayWrite = useMayWrite();
  const { progress, error, isOver } = useRunProgress(loaded.id, attempt);
  const steps = useMemo(() => [...progress.steps.values()], [progress.steps]);
  const now = { ...loaded, ...progress.run };
  const isBehind = isOver && !hasEnded(loaded.status);
  // During a retry the measures of the previous attempt do not apply.
  const measures = isBehind || !hasEnded(now.status) ? null : loaded.measures;
  const run: Run = { ...now, measures };
  useEffect(() => {
    // `Loaded` in RunPage shows the error.
    if (isBehind) refetch().catch(() => {});
  }, [isBehind, refetch]);
  const done = tallyBy(steps, () => 'all').get('all') ?? { answered: 0, failed: 0, mentions: 0 };
  // Failures and events, if any, take a second column beside the platforms.
  const hasMore = !isOver || done.failed > 0 || progress.latest.length > 0;
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
            Started <Ago time={loaded.createdAt} /> · {asCounted(loaded.prompts.length, 'prompt')} ×{' '}
            {asCounted(loaded.platforms.length, 'platform')} ×{' '}
            {asCounted(loaded.samplesPerPrompt, 'sample')}
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
            <p>The data below may be out of date.</p>
          </Notice>
        )}
        <Summary run={run} done={done} total={run.expectedAnswers} />
        <div className={clsx('grid items-start gap-4', hasMore && 'lg:grid-cols-2')}>
          <PlatformBars run={run} steps={steps} isWide={!hasMore} />
          <div className="grid gap-4">
            <Errors steps={steps} />
            {(!isOver || progress.latest.length > 0) && (
              <EventLog latest={progress.latest} texts={texts} />
            )}
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
