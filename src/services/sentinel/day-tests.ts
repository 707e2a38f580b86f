import type { EntityManager } from '@mikro-orm/postgresql';
import type { Deps, Statement, Tenant } from '../../deps.js';
import { discoveries } from '../../domain/statistics/discovery.js';
import type { Tested } from './detection.js';
import type { ExaminedRun } from './examined-run.js';

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

const RECORD: Statement = {
  name: 'record-tests',
  text: `insert into detector_test (account_id, environment, day, sandbox, brand_id, subject, p)
    select $1, $2, day, sandbox, "brandId", subject, p
    from jsonb_to_recordset($3::jsonb) as t (day date, sandbox boolean, "brandId" uuid, subject text, p double precision)
    order by "brandId", day, sandbox, subject
    on conflict (account_id, environment, day, sandbox, brand_id, subject) do update set p = excluded.p`,
};

/**
 * Records the tests of each run's day, the last of each subject, so that false alarms can be limited
 * among all tests of the account on that day.
 */
export async function recordTests(
  deps: Deps,
  tenant: Tenant,
  looks: readonly { run: ExaminedRun; tests: readonly Tested[] }[],
): Promise<void> {
  const rows = looks.flatMap(({ run: { createdAt, sandbox, brandId }, tests }) =>
    tests.map(({ subject, p }) => ({ day: dayOf(createdAt), sandbox, brandId, subject, p })),
  );
  if (rows.length === 0) return;
  const last = new Map(
    rows.map((row) => [`${row.day}/${row.sandbox}/${row.brandId}/${row.subject}`, row]),
  );
  await deps.db.query(tenant, RECORD, [JSON.stringify([...last.values()])]);
}

/** Whether the test is significant among all tests of the day. */
export async function isDiscovery(
  em: EntityManager,
  tenant: Tenant,
  run: ExaminedRun,
  subject: string,
): Promise<boolean> {
  const tests = await em.execute<{ p: number; own: boolean }[]>(
    `select p, brand_id = ? and subject = ? as own from detector_test
     where account_id = ? and environment = ? and day = ? and sandbox = ?`,
    [run.brandId, subject, tenant.accountId, tenant.environment, dayOf(run.createdAt), run.sandbox],
  );
  const found = discoveries(tests.map(({ p }) => p));
  return tests.some(({ own }, place) => own && found[place]);
}
