import { test } from '@jest/globals';
import { readPromises } from './contract.js';

/** The test of one promise in docs/contract.md, which has the same id. */
export interface Audit<World> {
  id: string;
  check(environment: World): Promise<void> | void;
}

/** Runs audits as tests. Each title is the id and its promise. */
export function runAudits<World>(audits: readonly Audit<World>[], environment: () => World): void {
  const promises = new Map(readPromises());
  for (const { id, check } of audits) {
    test(`${id} ${promises.get(id) ?? 'is not in docs/contract.md'}`, async () => {
      await check(environment());
    });
  }
}
