import { useQuery } from '@apollo/client/react';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { graphql } from '../../api/graphql.js';
import { hasEnded } from '../../api/run-progress.js';
import { useBrandId, useMayWrite } from '../../app/hooks.js';
import type { RunsQuery } from '../../generated/graphql.js';
import { Ago } from '../../ui/ago.js';
import { Button } from '../../ui/button.js';
import { asCount, asDuration, asRate, NONE } from '../../ui/format.js';
import { Loaded } from '../../ui/loaded.js';
import { PageHeader } from '../../ui/page-header.js';
import { SandboxPill, ThinSample } from '../../ui/pill.js';
import { platformName } from '../../ui/platform.js';
import { RunStatusPill } from '../../ui/run-status.js';
import { isThin } from '../../ui/sample.js';
import { EmptyState, Skeleton } from '../../ui/states.js';
import { Table } from '../../ui/table/table.js';
import { StartRun } from './start-run.js';

const RUNS = graphql(`
  query Runs($brandId: ID!, $after: String) {
    brand(id: $brandId) {
      id
      name
    }
    probeRuns(brandId: $brandId, first: 25, after: $after) {
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
      nodes {
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
        measures {
          partial
          visibility {
            value
            denominator
            state
          }
        }
      }
    }
  }
`);

type Run = RunsQuery['probeRuns']['nodes'][number];

const POLL_MS = 3_000;

const tookMs = ({ startedAt, completedAt }: Run): number | null =>
  startedAt === null || completedAt === null
    ? null
    : new Date(completedAt).getTime() - new Date(startedAt).getTime();

function RunRow({ run, brandId }: { run: Run; brandId: string }) {
  const took = tookMs(run);
  const visibility = run.measures?.visibility;
  return (
    <tr>
      <th scope="row">
        <Link
          to="/dashboard/brands/$brandId/runs/$runId"
          params={{ brandId, runId: run.id }}
          className="link"
        >
          <Ago time={run.createdAt} />
        </Link>
      </th>
      <td>
        <span className="flex flex-wrap gap-1.5">
          <RunStatusPill status={run.status} />
          {run.sandbox && <SandboxPill />}
        </span>
      </td>
      <td className="text-ink-soft">
        {run.platforms.length > 3
          ? `${run.platforms.length} platforms`
          : run.platforms.map(platformName).join(', ')}
      </td>
      <td className="num">
        {asCount(run.answered)} / {asCount(run.expectedAnswers)}
      </td>
      <td className="num">
        {run.failed === 0 ? (
          <span className="text-ink-faint">0</span>
        ) : (
          <span className="text-warn">{asCount(run.failed)}</span>
        )}
      </td>
      <td className="num">
        {asRate(visibility?.value)}
        {visibility && isThin(visibility) && (
          <span className="block">
            <ThinSample />
          </span>
        )}
      </td>
      <td className="num text-ink-soft">{took === null ? NONE : asDuration(took)}</td>
    </tr>
  );
}

const HEAD = (
  <tr>
    <th scope="col">Started</th>
    <th scope="col">Status</th>
    <th scope="col">Platforms</th>
    <th scope="col" className="num">
      Answers
    </th>
    <th scope="col" className="num">
      Failed
    </th>
    <th scope="col" className="num">
      Visibility
    </th>
    <th scope="col" className="num">
      Took
    </th>
  </tr>
);

export function Runs() {
  const brandId = useBrandId();
  const mayWrite = useMayWrite();
  const query = useQuery(RUNS, { variables: { brandId } });
  const [isStarting, setStarting] = useState(false);
  const isGoing = query.data?.probeRuns.nodes.some(({ status }) => !hasEnded(status)) ?? false;
  const { startPolling, stopPolling } = query;
  useEffect(() => {
    if (isGoing) startPolling(POLL_MS);
    else stopPolling();
  }, [isGoing, startPolling, stopPolling]);
  const start = mayWrite && (
    <Button kind="primary" onClick={() => setStarting(true)}>
      Start a run
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Runs"
        about="A run asks the enabled prompts on each platform. Its answers count towards the measures."
        actions={start}
      />
      <Loaded query={query} skeleton={<Skeleton className="h-80" />}>
        {({ probeRuns }) => (
          <div className="card overflow-hidden">
            {probeRuns.totalCount === 0 ? (
              <EmptyState title="No runs yet" action={start}>
                Start a run to see where answers name the brand.
              </EmptyState>
            ) : (
              <Table caption="Runs, newest first" head={HEAD}>
                {probeRuns.nodes.map((run) => (
                  <RunRow key={run.id} run={run} brandId={brandId} />
                ))}
              </Table>
            )}
            {probeRuns.pageInfo.hasNextPage && (
              <div className="border-t border-line p-3 text-center">
                <Button
                  small
                  onClick={() =>
                    void query.fetchMore({
                      variables: { after: probeRuns.pageInfo.endCursor },
                      updateQuery: (before, { fetchMoreResult: more }) => ({
                        ...more,
                        probeRuns: {
                          ...more.probeRuns,
                          nodes: [...before.probeRuns.nodes, ...more.probeRuns.nodes],
                        },
                      }),
                    })
                  }
                >
                  Show more
                </Button>
              </div>
            )}
          </div>
        )}
      </Loaded>
      <StartRun brandId={brandId} open={isStarting} onClose={() => setStarting(false)} />
    </>
  );
}
