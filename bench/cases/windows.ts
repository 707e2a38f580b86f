import { loadConfig } from '../../src/config/config.js';
import { Brand } from '../../src/entities/brand.js';
import { createRuntime } from '../../src/runtime.js';
import { type Client, createClient, inParallel } from '../load.js';
import { startProgram } from '../program.js';
import { type Line, median, report, show } from '../report.js';
import { makeTenant, toBrand } from '../seed.js';
import { quiet, type Stage } from '../stage.js';

const ROUNDS = 7;
/** An account is limited to 2,000 requests per minute, so each account is used for three turns only. */
const TURNS = 9;
const TURNS_AN_ACCOUNT = 3;
const REQUESTS = 600;
const BRANDS = 20;

/** Creates `count` accounts on tier scale with 20 brands each. @returns their keys */
async function makeKeys(settings: Record<string, string>, count: number): Promise<string[]> {
  const runtime = await createRuntime({
    config: loadConfig(settings),
    log: quiet,
    supervise: false,
  });
  try {
    const { deps } = runtime;
    const keys: string[] = [];
    for (let made = 0; made < count; made += 1) {
      const customer = await makeTenant(deps, `scale-${made}`, 'scale');
      const brands = Array.from({ length: BRANDS }, (_, at) => toBrand(customer, at, deps.now()));
      await deps.db.transaction(customer, (tx) => tx.em.insertMany(Brand, brands));
      keys.push(customer.key);
    }
    return keys;
  } finally {
    await runtime.dispose();
  }
}

async function timeMs(client: Client, key: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}` };
  const startedMs = performance.now();
  await inParallel(REQUESTS, () => client.ask({ method: 'GET', path: '/api/v1/brands', headers }));
  return (performance.now() - startedMs) / REQUESTS;
}

/** Cost of the windows in a REST read, compared with the product without windows, in turns. */
export async function measureWindows({ settings, keep }: Stage): Promise<Line[]> {
  report('windows: making accounts');
  const perRound = TURNS / TURNS_AN_ACCOUNT;
  const keys = await makeKeys(settings, (ROUNDS + 1) * perRound);
  const web = { ...settings, ROLE: 'web' };
  const ours = await startProgram({ file: 'src/main.js', settings: web, path: '/livez' });
  keep(ours.dispose);
  const rival = await startProgram({
    file: 'bench/rivals/unlimited.js',
    settings: web,
    path: '/livez',
  });
  keep(rival.dispose);
  const clients = { ours: createClient(ours.origin), rival: createClient(rival.origin) };
  keep(clients.ours.close);
  keep(clients.rival.close);

  const rounds: { ours: number; rival: number }[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const sums = { ours: 0, rival: 0 };
    for (let turn = 0; turn < TURNS; turn += 1) {
      const key = keys[round * perRound + Math.floor(turn / TURNS_AN_ACCOUNT)] ?? '';
      // Alternates which side goes first, because the first side finds cold caches.
      const sides = turn % 2 === 0 ? (['ours', 'rival'] as const) : (['rival', 'ours'] as const);
      for (const side of sides) sums[side] += await timeMs(clients[side], key);
    }
    const times = { ours: sums.ours / TURNS, rival: sums.rival / TURNS };
    report(`windows: ${show(times.ours)} ms to ${show(times.rival)} ms`);
    // The first round is a warm-up.
    if (round > 0) rounds.push(times);
  }
  return [
    {
      name: `REST, ${BRANDS} brands, tier scale, with and without windows`,
      ours: `${show(median(rounds.map((times) => times.ours)))} ms`,
      rival: `${show(median(rounds.map((times) => times.rival)))} ms`,
      values: rounds.map((times) => times.ours / times.rival),
      target: { value: 1.1, most: true, unit: ' times' },
    },
  ];
}
