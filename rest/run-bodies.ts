import { badInput } from '../src/errors.js';
import { toWord, withNumbers } from './bodies.js';
import type {
  CheckRunsQuery,
  ProbeFieldsFragment,
  QueryFieldsFragment,
  RunQuery,
  ScanFieldsFragment,
} from './generated/graphql.js';
import type { Input, Sources } from './route.js';

export const toProbeBody = ({ results, ...run }: ProbeFieldsFragment): object => ({
  ...run,
  status: toWord(run.status),
  results: results.map(({ rank, ...result }) => withNumbers(result, { rank })),
});

/** Response of a free scan (docs/contract.md, `D1-SCAN-1`). */
export const toScanBody = (
  { runId, platforms, summary, failures, sandbox }: ScanFieldsFragment,
  rateLimitRemaining: number | null,
): object => ({ runId, platforms, summary, rateLimitRemaining, failures, sandbox });

type Result = QueryFieldsFragment['results'][number];

/** `position` is −1 without a mention, because 0 is a valid offset. */
const toResult = (result: Result): object => {
  const { mentioned, position, rank, stage, sentiment, ...facts } = result;
  const words = { stage: toWord(stage), sentiment: sentiment && toWord(sentiment) };
  return {
    ...withNumbers({ ...facts, ...words }, { rank }),
    analysis: { ...withNumbers({ mentioned }, { position }), position: position ?? -1 },
  };
};

/** Response of a full query (docs/contract.md, `D1-QUERY-1`). */
export const toQueryBody = ({
  runId,
  platforms,
  results,
  failures,
  sandbox,
}: QueryFieldsFragment): object => ({
  runId,
  platforms,
  runs: [{ runId, results: results.map(toResult) }],
  failures,
  sandbox,
});

/** The body that the request for the run returned, plus the status of the run. */
export function toRunBody(run: NonNullable<RunQuery['run']>): object {
  if (run.__typename === 'ProbeRun') {
    const { __typename, ...probe } = run;
    return toProbeBody(probe);
  }
  const body = run.kind === 'SCAN' ? toScanBody(run, run.rateLimitRemaining) : toQueryBody(run);
  return { ...body, status: toWord(run.status) };
}

type ListedRuns = NonNullable<CheckRunsQuery['checkRuns']>;

/** Scans and queries of the account, without their answers, which `/api/runs/:id` returns. */
export const toRunsBody = ({ nodes, totalCount }: ListedRuns): object => ({
  runs: nodes.map(({ costUsd, ...run }) =>
    withNumbers({ ...run, kind: toWord(run.kind), status: toWord(run.status) }, { costUsd }),
  ),
  total: totalCount,
});

/** Accepts the query parameter `mode` if it is `all` (docs/contract.md, `D1-QUERY-4`). */
export function withMode(body: Input, { query }: Sources): Input {
  if (query.mode !== undefined && query.mode !== 'all') throw badInput('mode', 'must be all');
  return body;
}
