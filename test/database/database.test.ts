import { once } from 'node:events';
import { expect, it } from '@jest/globals';
import { openDatabase } from '../../src/database/database.js';
import { quiet } from '../helpers/app.js';
import { createTestDatabase } from '../helpers/run/database.js';

const TIMES = [
  '2026-01-02 03:04:05.678+00',
  '2026-12-31 23:59:59.999+00',
  '2026-01-02 03:04:05.6+00',
  '2026-01-02 03:04:05+00',
  '2024-02-29 00:00:00.001+00',
  '1969-07-20 20:17:40.123+00',
  '2026-01-02 03:04:05.678912+00',
  '0050-01-02 03:04:05.678+00',
];

it('reads times as the moments that they are, with and without fractions', async () => {
  const database = await createTestDatabase();
  const { pool, dispose } = await openDatabase({
    connectionString: database.url,
    role: null,
    log: quiet,
  });
  try {
    const { rows } = await pool.query(
      `select t, floor(extract(epoch from t) * 1000)::float8 as ms, t::timestamp as plain from unnest($1::timestamptz[]) as t`,
      [TIMES],
    );
    expect(rows).toHaveLength(TIMES.length);
    for (const { t, ms, plain } of rows) {
      expect(t.getTime()).toBe(ms);
      expect(plain.getTime()).toBe(ms);
    }
  } finally {
    await dispose();
    await database.dispose();
  }
});

it('lets the process end as soon as it is closed itself', async () => {
  const database = await createTestDatabase();
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const { pool, dispose } = await openDatabase({
    connectionString: database.url,
    role: null,
    log: quiet,
  });
  const before = timers();
  const ended: Promise<unknown>[] = [];
  pool.on('connect', (client) => ended.push(once(client, 'end')));
  await Promise.all(Array.from({ length: 5 }, () => pool.query('select 1')));
  await dispose();
  // One was open from the start.
  expect(ended).toHaveLength(4);
  await Promise.all(ended);
  expect(timers()).toBeLessThanOrEqual(before);
  await database.dispose();
});
