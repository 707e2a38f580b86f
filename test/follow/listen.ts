import type { Client } from 'graphql-ws';

export interface Step {
  sequence: number;
  probeRun: {
    id: string;
    status: string;
    answered: number;
    failed: number;
    expectedAnswers: number;
    results: { platform: string }[];
  };
  platforms: {
    platform: string;
    answered: number;
    failed: number;
    mentions: number;
    expected: number;
  }[];
  answer: { platform: string; promptId: string; repeat: number; status: string } | null;
}
export const PROGRESS = `subscription($id: ID!) { probeRunProgress(runId: $id) {
  sequence probeRun { id status answered failed expectedAnswers results { platform } }
  platforms { platform answered failed mentions expected } answer { platform promptId repeat status } } }`;

export interface Ended {
  id: string;
  status: string;
  results: object[];
}
export const COMPLETED = `subscription($id: ID!) { probeRunCompleted(brandId: $id) {
  id status answered failures { platform } results { platform } } }`;

/** Everything that a subscription says, from its first word on. */
export function listen<T>(client: Client, query: string, id: string) {
  const said: T[] = [];
  const waiting: (() => void)[] = [];
  const ended = (async () => {
    const events = client.iterate<Record<string, T>>({ query, variables: { id } });
    for await (const { data, errors } of events) {
      if (errors) throw new Error(errors[0]?.message);
      said.push(...Object.values(data ?? {}));
      for (const look of waiting) look();
    }
  })();
  return {
    said,
    ended,
    /** Once it has said so much; rejects if it ends before. */
    async until(count: number): Promise<void> {
      const reached = new Promise<void>((resolve) => {
        const look = () => said.length >= count && resolve();
        waiting.push(look);
        look();
      });
      await Promise.race([reached, ended]);
      if (said.length < count) throw new Error(`it ended after ${said.length}`);
    },
  };
}
