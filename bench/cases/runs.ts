import { createClient, inParallel } from '../load.js';
import { startProgram } from '../program.js';
import { type Line, median, report, show } from '../report.js';
import type { Stage } from '../stage.js';

const ROUNDS = 5;
const RUNS = 300;
const STARTS = 5;
/** 12 prompts, four in parallel, 20 s each: a run of one minute. */
const SLOW = { prompts: 12, latencyMs: 20_000 };
const LOOK_EVERY_MS = 20;

const pause = () => new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));

type Ask = <Data>(query: string, variables?: Record<string, unknown>) => Promise<Data>;

/** Starts a separate server for `use`, and stops it afterwards: two servers on one queue would share the runs. */
async function withProduct<T>(
  { settings, customer }: Stage,
  latencyMs: number,
  use: (ask: Ask) => Promise<T>,
): Promise<T> {
  const program = await startProgram({
    file: 'src/main.js',
    settings: { ...settings, SANDBOX_LATENCY_MS: String(latencyMs) },
    path: '/livez',
  });
  const client = createClient(program.origin);
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${customer.key}` };
  try {
    return await use(async <Data>(query: string, variables: Record<string, unknown> = {}) => {
      const body = JSON.stringify({ query, variables });
      const answer = await client.ask({ method: 'POST', path: '/graphql', headers, body });
      const { data, errors } = answer as { data: Data; errors?: { message: string }[] };
      if (errors !== undefined) throw new Error(errors[0]?.message);
      return data;
    });
  } finally {
    await client.close();
    await program.dispose();
  }
}

async function makePack(ask: Ask, prompts: number): Promise<string> {
  const { createPromptPack } = await ask<{ createPromptPack: { promptPack: { id: string } } }>(
    'mutation { createPromptPack(input: { name: "bench" }) { promptPack { id } } }',
  );
  const packId = createPromptPack.promptPack.id;
  for (let number = 1; number <= prompts; number += 1) {
    await ask(
      'mutation ($input: CreatePromptInput!) { createPrompt(input: $input) { prompt { id } } }',
      { input: { packId, text: `What is the best tool of kind ${number}?`, stage: 'AWARENESS' } },
    );
  }
  return packId;
}

async function startRun(ask: Ask, brandId: string, promptPackId: string): Promise<string> {
  const { startProbe } = await ask<{ startProbe: { probeRun: { id: string } } }>(
    'mutation ($input: StartProbeInput!) { startProbe(input: $input) { probeRun { id } } }',
    { input: { brandId, promptPackId, platforms: ['chatgpt'] } },
  );
  return startProbe.probeRun.id;
}

const readBrands = async (ask: Ask): Promise<string[]> => {
  const { brands } = await ask<{ brands: { nodes: { id: string }[] } }>(
    '{ brands(first: 100) { nodes { id } } }',
  );
  return brands.nodes.map(({ id }) => id);
};

const countCompleted = async (ask: Ask): Promise<number> => {
  const { probeRuns } = await ask<{ probeRuns: { totalCount: number } }>(
    '{ probeRuns(first: 1, status: COMPLETED) { totalCount } }',
  );
  return probeRuns.totalCount;
};

/** Waits until a worker has taken the run. @returns the seconds for which it was queued */
async function waitForStart(ask: Ask, id: string): Promise<number> {
  for (;;) {
    const { probeRun } = await ask<{ probeRun: { createdAt: string; startedAt: string | null } }>(
      'query ($id: ID!) { probeRun(id: $id) { createdAt startedAt } }',
      { id },
    );
    if (probeRun.startedAt !== null)
      return (Date.parse(probeRun.startedAt) - Date.parse(probeRun.createdAt)) / 1_000;
    await pause();
  }
}

/** Runs per second from the first request to the last completion, including the requests that start them. */
async function measureThroughput(ask: Ask): Promise<Line> {
  const brands = await readBrands(ask);
  const pack = await makePack(ask, 1);
  const rates: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const wanted = (await countCompleted(ask)) + RUNS;
    const startedMs = performance.now();
    await inParallel(RUNS, (index) => startRun(ask, brands[index % brands.length] ?? '', pack));
    while ((await countCompleted(ask)) < wanted) await pause();
    const rate = (RUNS * 1_000) / (performance.now() - startedMs);
    // The first round is a warm-up.
    if (round > 0) rates.push(rate);
    report(`runs: round ${round} of ${ROUNDS}: ${show(rate)} runs/s`);
  }
  return {
    name: 'Runs of one answer',
    ours: `${show(median(rates))}/s`,
    values: rates,
    target: { value: 100, unit: '/s' },
  };
}

async function measureStart(ask: Ask): Promise<Line> {
  const brands = await readBrands(ask);
  const runs = [await startRun(ask, brands[0] ?? '', await makePack(ask, SLOW.prompts))];
  await waitForStart(ask, runs[0] ?? '');
  const pack = await makePack(ask, 1);
  const waits: number[] = [];
  for (const brand of brands.slice(1, 1 + STARTS)) {
    const id = await startRun(ask, brand, pack);
    runs.push(id);
    waits.push(await waitForStart(ask, id));
    report(`runs: started another run after ${show(waits.at(-1) ?? 0)} s during a long one`);
  }
  for (const runId of runs) {
    await ask(
      'mutation ($input: ProbeRunInput!) { cancelProbeRun(input: $input) { probeRun { id } } }',
      { input: { runId } },
    );
  }
  return {
    name: 'Start during a long run',
    ours: `${show(median(waits))} s`,
    values: waits,
    target: { value: 2, most: true, unit: ' s' },
  };
}

/** Sandbox runs, started by API requests and worked off from the queue. */
export async function measureRuns(stage: Stage): Promise<Line[]> {
  return [
    await withProduct(stage, SLOW.latencyMs, measureStart),
    await withProduct(stage, 0, measureThroughput),
  ];
}
