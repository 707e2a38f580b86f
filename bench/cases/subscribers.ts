import { isDeepStrictEqual } from 'node:util';
import { loadConfig } from '../../src/config/config.js';
import type { Deps } from '../../src/deps.js';
import { createRuntime } from '../../src/runtime.js';
import { createApiKey } from '../../src/services/accounts/api-key.js';
import { createBrand } from '../../src/services/brands/new-brand.js';
import { performRun } from '../../src/services/runs/perform-run.js';
import { startProbe } from '../../src/services/runs/probe-run.js';
import { type Crowd, gather } from '../crowd.js';
import { type Program, startProgram } from '../program.js';
import { type Line, median, report, show } from '../report.js';
import type { Customer } from '../seed.js';
import { quiet, type Stage } from '../stage.js';

const ROUNDS = 5;
const OURS = 'src/main.js';
const RIVAL = 'bench/rivals/subscriptions.js';
/** Processes of each side whose memory is measured. Each is new, because a process keeps memory of earlier subscribers. */
const WEIGHED = 3;
const SUBSCRIBERS = 1_000;
const FEW = 50;
/** Largest number of sockets per key. */
const PER_KEY = 5;
/** 12 prompts on each platform: 24 answers. */
const PLATFORMS = ['chatgpt', 'gemini'];
const KILOBYTE = 1_000;
const QUERY = `subscription ($runId: ID!) { probeRunProgress(runId: $runId) {
  sequence
  probeRun { id status answered failed expectedAnswers }
  platforms { platform expected answered failed mentions }
  answer { platform promptId repeat status mentioned errorCode }
} }`;

/** Messages per second of the server's CPU time, and per second of elapsed time. */
interface Rates {
  byCpu: number;
  byClock: number;
}

async function makeKeys(deps: Deps, { accountId, userId }: Customer): Promise<string[]> {
  const keys: string[] = [];
  for (let left = SUBSCRIBERS / PER_KEY; left > 0; left -= 1) {
    const { secret } = await createApiKey(
      deps,
      { accountId, userId },
      { name: 'bench', scopes: ['read'], environment: 'test', format: 'sk', expiresAt: null },
      null,
    );
    keys.push(...Array.from({ length: PER_KEY }, () => secret ?? ''));
  }
  return keys;
}

interface Sides<T> {
  ours: T;
  rival: T;
}

/** Sets up keys and a brand. This process performs the runs, after their subscribers have connected. */
async function prepare({ settings, customer, keep }: Stage) {
  const config = loadConfig({ ...settings, SANDBOX_LATENCY_MS: '0' });
  const runtime = await createRuntime({ config, log: quiet, supervise: false });
  keep(runtime.dispose);
  const { deps } = runtime;
  const tenant = { accountId: customer.accountId, environment: customer.environment };
  const owner = { ...tenant, userId: customer.userId };
  const keys = await makeKeys(deps, customer);
  const fields = { name: 'Followed', category: 'CRM software', website: null };
  const brand = await createBrand(deps, owner, fields, null);
  const input = {
    brandId: brand.id,
    platforms: PLATFORMS,
    promptPackId: null,
    samplesPerPrompt: 1,
  };
  return {
    start: (file: string): Promise<Program> =>
      startProgram({ file, settings: { ...settings, ROLE: 'web' }, path: '/livez', meter: true }),
    makeRun: async (): Promise<string> => (await startProbe(deps, owner, input, null)).id,
    async perform(runId: string): Promise<void> {
      const never = new AbortController().signal;
      await performRun(deps, tenant, runId, { stop: never, abort: never });
    },
    /** Connects subscribers and waits until each has the snapshot of the run. */
    async follow({ origin }: Program, runId: string, count: number): Promise<Crowd> {
      const variables = { runId };
      const crowd = await gather({ origin, keys: keys.slice(0, count), query: QUERY, variables });
      await crowd.until(1);
      return crowd;
    },
  };
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

/** Measures one run, from its start until all subscribers have received all steps and the end. */
async function tell(prepared: Prepared, program: Program): Promise<Rates & { said: unknown[] }> {
  const runId = await prepared.makeRun();
  const crowd = await prepared.follow(program, runId, SUBSCRIBERS);
  try {
    const begunMs = await program.measureCpu();
    const startedMs = performance.now();
    await Promise.all([prepared.perform(runId), crowd.ended()]);
    const tookMs = performance.now() - startedMs;
    const cpuMs = (await program.measureCpu()) - begunMs;
    const counts = crowd.counts();
    const [first = 0] = counts;
    if (counts.some((count) => count !== first))
      throw new Error('subscribers received different numbers of messages');
    const messages = first * SUBSCRIBERS * 1_000;
    return { byCpu: messages / cpuMs, byClock: messages / tookMs, said: crowd.said() };
  } finally {
    await crowd.leave();
  }
}

/** Kilobytes per subscriber, in a process warmed up with a few subscribers. */
async function weigh(prepared: Prepared, file: string) {
  const program = await prepared.start(file);
  try {
    const runId = await prepared.makeRun();
    await (await prepared.follow(program, runId, FEW)).leave();
    const before = await program.measureMemory();
    const crowd = await prepared.follow(program, runId, SUBSCRIBERS);
    const after = await program.measureMemory();
    await crowd.leave();
    const each = (bytes: number) => bytes / SUBSCRIBERS / KILOBYTE;
    return {
      held: each(after.heldBytes - before.heldBytes),
      resident: each(after.residentBytes - before.residentBytes),
    };
  } finally {
    await program.dispose();
  }
}

/** Types of the values in a snapshot, a step and the end. The values themselves differ from run to run. */
const toForms = (said: readonly unknown[]): unknown[] =>
  [said[0], said[2], said.at(-1)].map((message) =>
    JSON.parse(JSON.stringify(message), (_name, value) =>
      typeof value === 'object' ? value : typeof value,
    ),
  );

async function measureRates(prepared: Prepared, keep: Stage['keep']): Promise<Sides<Rates>[]> {
  const start = async (file: string) => {
    const program = await prepared.start(file);
    keep(program.dispose);
    return program;
  };
  const ours = await start(OURS);
  const rival = await start(RIVAL);
  const rounds: Sides<Rates>[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const told = { ours: await tell(prepared, ours), rival: await tell(prepared, rival) };
    if (!isDeepStrictEqual(toForms(told.ours.said), toForms(told.rival.said)))
      throw new Error('the two servers send different messages');
    const both = `${show(told.ours.byCpu)} to ${show(told.rival.byCpu)} messages per second of CPU time`;
    report(
      `subscribers: round ${round} of ${ROUNDS}: ${both}, ${show(told.ours.byClock)}/s to ${show(told.rival.byClock)}/s`,
    );
    // The first round warms up.
    if (round > 0) rounds.push(told);
  }
  return rounds;
}

function toLine(name: string, rounds: Sides<Rates>[], of: keyof Rates): Line {
  const side = (which: keyof Sides<Rates>) => rounds.map((round) => round[which][of]);
  return {
    name: `${SUBSCRIBERS} subscribers: messages by ${name}`,
    ours: `${show(median(side('ours')))}/s`,
    rival: `${show(median(side('rival')))}/s`,
    values: rounds.map((round) => round.ours[of] / round.rival[of]),
    target: { value: 1 },
  };
}

/** The steps of a run to 1,000 subscribers on separate sockets, compared with the plain library, in turns. */
export async function measureSubscribers(stage: Stage): Promise<Line[]> {
  const prepared = await prepare(stage);
  const weights: Sides<Awaited<ReturnType<typeof weigh>>>[] = [];
  for (let round = 1; round <= WEIGHED; round += 1) {
    const { ours, rival } = {
      ours: await weigh(prepared, OURS),
      rival: await weigh(prepared, RIVAL),
    };
    weights.push({ ours, rival });
    report(
      `subscribers: held ${show(ours.held)} to ${show(rival.held)} KB, resident ${show(ours.resident)} to ${show(rival.resident)} KB`,
    );
  }
  const rounds = await measureRates(prepared, stage.keep);
  const toWeight = (name: string, of: 'held' | 'resident'): Line => ({
    name,
    ours: `${show(median(weights.map(({ ours }) => ours[of])))} KB`,
    rival: `${show(median(weights.map(({ rival }) => rival[of])))} KB`,
    values: weights.map(({ ours }) => ours[of]),
    target: { value: 60, most: true, unit: ' KB' },
  });
  return [
    toLine('CPU time', rounds, 'byCpu'),
    toLine('elapsed time', rounds, 'byClock'),
    toWeight('Memory held per subscriber', 'held'),
    toWeight('Resident memory per subscriber', 'resident'),
  ];
}
