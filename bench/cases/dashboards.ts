import pg from 'pg';
import { sessionOptions } from '../../src/database/database.js';
import { OWNER_ROLE } from '../../src/database/owner-role.js';
import { bindValues } from '../../src/database/statement.js';
import { windowOf } from '../../src/domain/time/window.js';
import { VISIBILITY_CELLS } from '../../src/services/measures/visibility-series.js';
import { createClient } from '../load.js';
import { startProgram } from '../program.js';
import { seedQuarter } from '../quarter.js';
import { type Line, median, report, show } from '../report.js';
import type { Stage } from '../stage.js';

const ROUNDS = 7;
const TURNS = 10;

async function timeMs(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

/** A brand's visibility on each of 90 days over REST, compared with the statement alone. */
export async function measureDashboards({ settings, customer, keep }: Stage): Promise<Line[]> {
  const connectionString = settings.DATABASE_URL ?? '';
  report('dashboards: storing five million answers');
  const { brandId, ofBrand, inAll } = await seedQuarter(connectionString, customer);
  const program = await startProgram({ file: 'src/main.js', settings, path: '/livez' });
  keep(program.dispose);
  const client = createClient(program.origin);
  keep(client.close);
  const database = new pg.Client({ connectionString, options: sessionOptions(OWNER_ROLE) });
  await database.connect();
  keep(() => database.end());
  await database.query(
    `select set_config('app.account_id', $1, false), set_config('app.environment', $2, false)`,
    [customer.accountId, customer.environment],
  );

  const { from, until } = windowOf(new Date(), 90);
  const { accountId, environment } = customer;
  const values = { brandIds: [brandId], sandboxes: [true], from, until };
  const statement = bindValues(VISIBILITY_CELLS, values, { accountId, environment });
  const count = () => database.query({ name: VISIBILITY_CELLS.name, ...statement });
  const ask = () =>
    client.ask({
      method: 'GET',
      path: `/api/dashboard/visibility/timeseries?brand_id=${brandId}&days=90`,
      headers: { authorization: `Bearer ${customer.key}` },
    }) as Promise<{ points: { answers: number }[] }>;

  const { points } = await ask();
  const counted = points.reduce((sum, point) => sum + point.answers, 0);
  if (counted !== ofBrand) throw new Error(`${counted} answers were counted instead of ${ofBrand}`);

  const rounds: { ours: number; alone: number }[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const ours: number[] = [];
    const alone: number[] = [];
    for (let turn = 0; turn < TURNS; turn += 1) {
      ours.push(await timeMs(ask));
      alone.push(await timeMs(count));
    }
    const medians = { ours: median(ours), alone: median(alone) };
    report(`dashboards: ${show(medians.ours)} ms to ${show(medians.alone)} ms`);
    // The first round is a warm-up.
    if (round > 0) rounds.push(medians);
  }
  const millions = (answers: number) => `${(answers / 1e6).toFixed(1)} m`;
  return [
    {
      name: `REST, 90 days of ${millions(ofBrand)} answers in ${millions(inAll)}`,
      ours: `${show(median(rounds.map(({ ours }) => ours)))} ms`,
      rival: `${show(median(rounds.map(({ alone }) => alone)))} ms`,
      values: rounds.map(({ ours, alone }) => ours / alone),
      target: { value: 2, most: true, unit: ' times' },
    },
  ];
}
