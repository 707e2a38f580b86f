import type { EntityManager } from '@mikro-orm/postgresql';
import type { Scope } from '../../deps.js';
import { discoveries } from '../../domain/discovery.js';
import type { ExaminedRun } from './examined-run.js';
import type { Tested } from './sighting.js';

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/** What was tested on the run's day; false alarms are kept few among all that the account tested then. */
export async function recordTests(
  em: EntityManager,
  scope: Scope,
  run: ExaminedRun,
  tests: readonly Tested[],
): Promise<void> {
  if (tests.length === 0) return;
  await em.execute(
    `insert into detector_test (account_id, environment, day, sandbox, brand_id, subject, p)
     select ?, ?, ?, ?, ?, subject, p from jsonb_to_recordset(?::jsonb) as t (subject text, p double precision)
     on conflict (account_id, environment, day, sandbox, brand_id, subject) do update set p = excluded.p`,
    [
      scope.accountId,
      scope.environment,
      dayOf(run.createdAt),
      run.sandbox,
      run.brandId,
      JSON.stringify(tests),
    ],
  );
}

/** Whether it may be told from chance among them. */
export async function isDiscovery(
  em: EntityManager,
  scope: Scope,
  run: ExaminedRun,
  subject: string,
): Promise<boolean> {
  const tests = await em.execute<{ p: number; own: boolean }[]>(
    `select p, brand_id = ? and subject = ? as own from detector_test
     where account_id = ? and environment = ? and day = ? and sandbox = ?`,
    [run.brandId, subject, scope.accountId, scope.environment, dayOf(run.createdAt), run.sandbox],
  );
  const found = discoveries(tests.map(({ p }) => p));
  return tests.some(({ own }, place) => own && found[place]);
}
