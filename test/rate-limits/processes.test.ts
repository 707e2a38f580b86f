import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Layer } from '../../src/domain/limits/sliding-window.js';
import { createMigratedDatabase } from '../helpers/app.js';
import type { TestDatabase } from '../helpers/run/database.js';
import type { HammerOptions } from './hammer.js';

let database: TestDatabase;
const started: ChildProcess[] = [];
beforeAll(async () => {
  database = await createMigratedDatabase();
});
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL');
  await database.dispose();
});

async function launch(options: HammerOptions): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, 'hammer.js'), { execArgv: [] });
  started.push(child);
  child.send(options);
  await once(child, 'message');
  return child;
}

async function run(child: ChildProcess): Promise<[number, number][]> {
  child.send('go');
  const [admitted] = await once(child, 'message');
  return admitted;
}

/** Admissions that surely lie in one window: sent after its begin, answered before its end. */
const mostSurely = (log: readonly [number, number][], windowMs: number): number =>
  Math.max(
    ...log.map(
      ([begin]) => log.filter(([sent, got]) => sent >= begin && got < begin + windowMs).length,
    ),
  );

test('four processes at one allowance: no window ever holds more than its limit', async () => {
  const layers: readonly Layer[] = [
    { limit: 100, windowMs: 1_200 },
    { limit: 400, windowMs: 6_000 },
  ];
  const children = await Promise.all(
    [1, 2, 3, 4].map((seed) => launch({ url: database.url, seed, layers, forMs: 9_000 })),
  );
  const logs = await Promise.all(children.map(run));
  const log = logs.flat();
  expect(logs.every((own) => own.length > 0)).toBe(true);
  for (const { limit, windowMs } of layers) {
    const most = mostSurely(log, windowMs);
    expect(most).toBeLessThanOrEqual(limit);
    // Nor does it keep much back.
    expect(most).toBeGreaterThan(limit * 0.85);
  }
});
