import { setTimeout as sleep } from 'node:timers/promises';
import type { TestAccount, TestApp } from '../app.js';
import { call } from '../client/http.js';

export interface Measured {
  account: TestAccount;
  brandId: string;
  runId: string;
}

export interface EndedRun {
  status: string;
  completedAt: string | null;
  results: {
    platform: string;
    mentioned: boolean;
    rank: number;
    snippet: string;
    tokensUsed: number;
  }[];
  failures: { platform: string; code: string; count: number }[];
}

/** Waits for a run to end and returns its final state. */
export async function waitForRun(app: TestApp, key: string, runId: string): Promise<EndedRun> {
  for (let left = 200; left > 0; left -= 1) {
    const run = (await call(app.url, 'GET', `/api/v1/probes/${runId}`, { key })).json<EndedRun>();
    if (run.status !== 'queued' && run.status !== 'running') return run;
    await sleep(50);
  }
  throw new Error(`run ${runId} did not end`);
}

/** Creates an account with a brand and one completed probe. */
export async function createMeasured(app: TestApp): Promise<Measured> {
  const account = await app.createAccount();
  const { key } = account;
  const body = {
    name: 'Zephyrine',
    category: 'running shoes',
    website: 'https://zephyrine.example',
  };
  const { brand } = (await call(app.url, 'POST', '/api/v1/brands', { key, body })).json<{
    brand: { id: string };
  }>();
  const started = await call(app.url, 'POST', '/api/v1/probes', {
    key,
    body: { brandId: brand.id },
  });
  const { runId } = started.json<{ runId: string }>();
  await waitForRun(app, key, runId);
  return { account, brandId: brand.id, runId };
}
