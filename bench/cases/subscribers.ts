import { isDeepStrictEqual } from 'node:util';
import { loadConfig } from '../../src/config.js';
import type { Deps } from '../../src/deps.js';
import { createRuntime } from '../../src/runtime.js';
import { createApiKey } from '../../src/services/api-key.js';
import { createBrand } from '../../src/services/brand.js';
import { performRun } from '../../src/services/perform-run.js';
import { startProbe } from '../../src/services/probe-run.js';
import { type Crowd, gather } from '../crowd.js';
import { type Program, startProgram } from '../program.js';
import { type Line, median, report, show } from '../report.js';
import type { Tenant } from '../seed.js';
import { quiet, type Stage } from '../stage.js';

const ROUNDS = 5;
const SUBSCRIBERS = 1_000;
/** As many sockets as a key may open. */
const PER_KEY = 5;
/** Of twelve prompts each: 36 answers. */
const PLATFORMS = ['chatgpt', 'gemini', 'claude'];
const KILOBYTE = 1_000;
const QUERY = `subscription ($runId: ID!) { probeRunProgress(runId: $runId) {
  sequence
  probeRun { id status answered failed expectedAnswers }
  platforms { platform expected answered failed mentions }
  answer { platform promptId repeat status mentioned errorCode }
} }`;

interface Told {
  /** Messages a second of the server's computing time, and a second of the clock. */
  perCpu: number;
  perSecond: number;
  heldKb: number;
  residentKb: number;
  said: unknown[];
}

async function makeKeys(deps: Deps, { accountId, userId }: Tenant): Promise<string[]> {
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

/** A run that nobody works off but this process, once all of its subscribers are there. */
async function tell(
  deps: Deps,
  owner: Tenant,
  brandId: string,
  program: Program,
  keys: string[],
): Promise<Told> {
  const scope = { accountId: owner.accountId, environment: owner.environment };
  const input = { brandId, platforms: PLATFORMS, promptPackId: null, samplesPerPrompt: 1 };
  const run = await startProbe(deps, { ...scope, userId: owner.userId }, input, null);
  const before = await program.measure();
  const crowd: Crowd = await gather({
    origin: program.origin,
    keys,
    query: QUERY,
    variables: { runId: run.id },
  });
  try {
    await crowd.until(1);
    const begun = await program.measure();
    const startedMs = performance.now();
    const never = new AbortController().signal;
    await Promise.all([
      performRun(deps, scope, run.id, { stop: never, abort: never }),
      crowd.ended(),
    ]);
    const seconds = (performance.now() - startedMs) / 1_000;
    const ended = await program.measure();
    const counts = crowd.counts();
    const messages = counts.reduce((sum, count) => sum + count, 0);
    if (counts.some((count) => count !== counts[0]))
      throw new Error('some were told less than others');
    return {
      perCpu: (messages * 1_000) / (ended.cpuMs - begun.cpuMs),
      perSecond: messages / seconds,
      heldKb: (begun.heldBytes - before.heldBytes) / SUBSCRIBERS / KILOBYTE,
      residentKb: (begun.residentBytes - before.residentBytes) / SUBSCRIBERS / KILOBYTE,
      said: crowd.said(),
    };
  } finally {
    await crowd.leave();
  }
}

/** Each step of a run to 1,000 subscribers on sockets of their own, over the plain library, in turns. */
export async function measureSubscribers({ settings, tenant, keep }: Stage): Promise<Line[]> {
  const runtime = await createRuntime({
    config: loadConfig({ ...settings, SANDBOX_LATENCY_MS: '0' }),
    log: quiet,
    supervise: false,
  });
  keep(runtime.dispose);
  const { deps } = runtime;
  const keys = await makeKeys(deps, tenant);
  const { id: brandId } = await createBrand(
    deps,
    { accountId: tenant.accountId, environment: tenant.environment, userId: tenant.userId },
    { name: 'Followed', category: 'CRM software', website: null },
    null,
  );
  const start = async (file: string) => {
    const program = await startProgram({
      file,
      settings: { ...settings, ROLE: 'web' },
      path: '/livez',
      meter: true,
    });
    keep(program.dispose);
    return program;
  };
  const ours = await start('src/main.js');
  const rival = await start('bench/rivals/subscriptions.js');
  const rounds: { ours: Told; rival: Told }[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const told = {
      ours: await tell(deps, tenant, brandId, ours, keys),
      rival: await tell(deps, tenant, brandId, rival, keys),
    };
    const first = ({ said }: Told) => Object.keys(said[0] as object);
    if (!isDeepStrictEqual(first(told.ours), first(told.rival)))
      throw new Error('the two servers tell different things');
    report(
      `subscribers: round ${round} of ${ROUNDS}: ${show(told.ours.perCpu)} to ${show(told.rival.perCpu)} messages per second of computing, ` +
        `${show(told.ours.perSecond)}/s to ${show(told.rival.perSecond)}/s; held ${show(told.ours.heldKb)} to ${show(told.rival.heldKb)} KB, resident ${show(told.ours.residentKb)} to ${show(told.rival.residentKb)} KB`,
    );
    // The first round warms up.
    if (round > 0) rounds.push(told);
  }
  const sides = (of: (told: Told) => number) => ({
    ours: rounds.map((round) => of(round.ours)),
    rival: rounds.map((round) => of(round.rival)),
    ratios: rounds.map((round) => of(round.ours) / of(round.rival)),
  });
  const cpu = sides(({ perCpu }) => perCpu);
  const wall = sides(({ perSecond }) => perSecond);
  const held = sides(({ heldKb }) => heldKb);
  const resident = sides(({ residentKb }) => residentKb);
  return [
    {
      name: `${SUBSCRIBERS} subscribers, messages by computing time`,
      ours: `${show(median(cpu.ours))}/s`,
      rival: `${show(median(cpu.rival))}/s`,
      values: cpu.ratios,
      target: { value: 1 },
    },
    {
      name: `${SUBSCRIBERS} subscribers, messages by the clock`,
      ours: `${show(median(wall.ours))}/s`,
      rival: `${show(median(wall.rival))}/s`,
      values: wall.ratios,
      target: { value: 1 },
    },
    {
      name: 'Memory of a subscriber',
      ours: `${show(median(held.ours))} KB`,
      rival: `${show(median(held.rival))} KB`,
      values: held.ours,
      target: { value: 60, most: true, unit: ' KB' },
    },
    {
      name: 'Resident memory of a subscriber',
      ours: `${show(median(resident.ours))} KB`,
      rival: `${show(median(resident.rival))} KB`,
      values: resident.ours,
      target: { value: 60, most: true, unit: ' KB' },
    },
  ];
}
