import { expect } from '@jest/globals';
import { type Client, createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { within } from '../product.js';

/** Subscribes to the progress of one run until it ends. */

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

/** A socket that opens with its first subscription and is shared by all later ones. */
export const connect = (url: string, key: string): Client =>
  createClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { authorization: `Bearer ${key}` },
    retryAttempts: 0,
  });

export function followRun(client: Client, runId: string): Follower {
  const steps: Step[] = [];
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
  const follower = {
    steps,
    begun: within(begun.promise, LIMIT_MS, 'the snapshot'),
    done: within(done.promise, LIMIT_MS, 'the end of the subscription'),
    dispose: async () => client.dispose(),
  };
  // Prevents an unhandled rejection: not every test awaits both promises.
  follower.begun.catch(() => {});
  follower.done.catch(() => {});
  return follower;
}

/** Expects all steps from the snapshot to the end: each answer once, with increasing sequence. */
export function expectWhole(steps: readonly Step[], answered: number): void {
  const sequences = steps.map((step) => step.sequence);
  expect(sequences).toEqual([...new Set(sequences)].sort((a, b) => a - b));
  const keys = steps.flatMap(({ answer }) => (answer === null ? [] : [JSON.stringify(answer)]));
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.length + (steps[0]?.probeRun.answered ?? 0)).toBe(answered);
  expect(steps.at(-1)?.probeRun).toEqual({ status: 'COMPLETED', answered, failed: 0 });
}
