import type { ApolloClient } from '@apollo/client';
import type { FollowRunSubscription, RunCellsQuery, RunStatus } from '../generated/graphql.js';
import { graphql } from './graphql.js';
import { createPatience } from './patience.js';

const FOLLOW_RUN = graphql(`
  subscription FollowRun($runId: ID!) {
    probeRunProgress(runId: $runId) {
      sequence
      probeRun {
        id
        status
        answered
        failed
        expectedAnswers
        startedAt
        completedAt
      }
      answer {
        platform
        promptId
        repeat
        status
        mentioned
        errorCode
      }
    }
  }
`);

const RUN_CELLS = graphql(`
  query RunCells($runId: ID!, $after: String) {
    probeRun(id: $runId) {
      id
      status
      answered
      failed
      expectedAnswers
      startedAt
      completedAt
      answers(first: 100, after: $after) {
        pageInfo {
          hasNextPage
          endCursor
        }
        nodes {
          platform
          promptId
          repeat
          status
          mentioned
          errorCode
        }
      }
    }
  }
`);

type Answer = NonNullable<RunCellsQuery['probeRun']>['answers']['nodes'][number];
type Run = FollowRunSubscription['probeRunProgress']['probeRun'];

/** The fields of an answer that the run page shows. */
export type Step = Pick<
  Answer,
  'platform' | 'promptId' | 'repeat' | 'status' | 'mentioned' | 'errorCode'
>;

export interface Progress {
  run: Run | null;
  /** Keyed by platform, prompt and repeat, so that duplicate events count once. */
  steps: ReadonlyMap<string, Step>;
  /** The last 50 answers received live, newest first. */
  latest: readonly Step[];
}

const LATEST = 50;
/** Updates are batched, so that hundreds of answers per second cause only a few renders. */
const TOGETHER_MS = 80;
const POLL_MS = 3_000;

const ENDED: ReadonlySet<RunStatus> = new Set(['COMPLETED', 'FAILED', 'CANCELLED']);
export const hasEnded = (status: RunStatus): boolean => ENDED.has(status);

const keyOf = ({ platform, promptId, repeat }: Step): string => `${platform} ${promptId} ${repeat}`;

export interface Following {
  /** While the socket is down, fetches new answers every 3 seconds. */
  setPolling(isCutOff: boolean): void;
  stop(): void;
}

/**
 * Follows a run: reads stored answers page by page over HTTP and new answers over the socket. A socket that
 * reopens begins with a snapshot, which triggers another read of stored answers. Calls `fail` with an error
 * that prevents updates, and with `undefined` after the next successful read.
 */
export function followRun(
  client: ApolloClient,
  runId: string,
  show: (progress: Progress) => void,
  fail: (error: unknown) => void,
): Following {
  const steps = new Map<string, Step>();
  let latest: Step[] = [];
  let run: Run | null = null;
  let cursor: string | null = null;
  let isReading = false;
  let isAskedAgain = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let polling: ReturnType<typeof setInterval> | undefined;
  const patience = createPatience();
  let isStopped = false;

  const tell = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (!isStopped) show({ run, steps: new Map(steps), latest });
    }, TOGETHER_MS);
  };
  const setRun = (next: Run) => {
    // A response read over HTTP may be older than the last event.
    const isOlder =
      run !== null &&
      next.answered + next.failed < run.answered + run.failed &&
      !hasEnded(next.status);
    if (!isOlder) run = next;
  };

  async function readPages(): Promise<void> {
    for (let more = true; more && !isStopped; ) {
      const { data } = await client.query({
        query: RUN_CELLS,
        variables: { runId, after: cursor },
        fetchPolicy: 'no-cache',
      });
      if (!data?.probeRun) return;
      const { answers, ...now } = data.probeRun;
      setRun(now);
      for (const { __typename: _, ...step } of answers.nodes as (Answer & {
        __typename?: string;
      })[])
        steps.set(keyOf(step), step);
      cursor = answers.pageInfo.endCursor ?? cursor;
      more = answers.pageInfo.hasNextPage;
      tell();
    }
  }
  /** A call during a read starts another read afterwards, because that read may miss the latest answers. */
  async function poll(): Promise<void> {
    isAskedAgain = true;
    if (isReading) return;
    isReading = true;
    try {
      while (isAskedAgain && !isStopped) {
        isAskedAgain = false;
        await readPages();
      }
      if (!isStopped) fail(undefined);
    } catch (error) {
      patience.note(error);
      if (!isStopped) fail(error);
    } finally {
      isReading = false;
    }
  }
  const setPolling = (isCutOff: boolean) => {
    clearInterval(polling);
    polling = isCutOff ? setInterval(() => patience.isOver() && void poll(), POLL_MS) : undefined;
  };

  const subscription = client
    .subscribe({ query: FOLLOW_RUN, variables: { runId }, fetchPolicy: 'no-cache' })
    .subscribe({
      next({ data }) {
        const event = data?.probeRunProgress;
        if (!event) return;
        setRun(event.probeRun);
        if (event.answer === null) {
          void poll();
        } else {
          steps.set(keyOf(event.answer), event.answer);
          latest = [event.answer, ...latest].slice(0, LATEST);
        }
        tell();
      },
      error: fail,
    });
  // Show stored answers without waiting for the socket.
  void poll();

  return {
    setPolling,
    stop() {
      isStopped = true;
      clearTimeout(timer);
      clearInterval(polling);
      subscription.unsubscribe();
    },
  };
}
