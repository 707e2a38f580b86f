import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { within } from './product.js';

/** Follows one run over a socket of its own, to its end. */

export interface Step {
  sequence: number;
  answer: { platform: string; promptId: string; repeat: number } | null;
  probeRun: { status: string; answered: number; failed: number };
}

export interface Follower {
  steps: Step[];
  /** Settles with the end of the subscription. */
  done: Promise<void>;
  /** Settles with the first step, the snapshot. */
  begun: Promise<void>;
  dispose(): Promise<void>;
}

const QUERY = `subscription ($runId: ID!) { probeRunProgress(runId: $runId) {
  sequence answer { platform promptId repeat } probeRun { status answered failed } } }`;
const LIMIT_MS = 60_000;

export function followRun(url: string, key: string, runId: string): Follower {
  const steps: Step[] = [];
  const client = createClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { authorization: `Bearer ${key}` },
    retryAttempts: 0,
    lazy: true,
  });
  const begun = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  client.subscribe<{ probeRunProgress: Step }>(
    { query: QUERY, variables: { runId } },
    {
      next({ data, errors }) {
        if (errors) return done.reject(new Error(JSON.stringify(errors)));
        if (data) steps.push(data.probeRunProgress);
        begun.resolve();
      },
      error: (error) => done.reject(error),
      complete: () => done.resolve(),
    },
  );
  done.promise.catch((error) => begun.reject(error));
  begun.promise.catch(() => {});
  return {
    steps,
    begun: within(begun.promise, LIMIT_MS, 'the snapshot'),
    done: within(done.promise, LIMIT_MS, 'the end of the subscription'),
    dispose: async () => client.dispose(),
  };
}
