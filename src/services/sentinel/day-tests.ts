import type { Statement, StoreDeps, Tenant, Transaction } from '../../deps.js';
import { discoveries } from '../../domain/statistics/discovery.js';
import type { Tested } from './detection.js';
import type { ExaminedRun } from './examined-run.js';

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

const RECORD: Statement = {
  name: 'record-tests',
  text: `insert into detector_test (account_id, environment, day, sandbox, brand_id, subject, p)
    select :accountId, :environment, day, sandbox, "brandId", subject, p
    from jsonb_to_recordset(:rows::jsonb) as t (day date, sandbox boolean, "brandId" uuid, subject text, p double precision)
    order by "brandId", day, sandbox, subject
    on conflict (account_id, environment, day, sandbox, brand_id, subject) do update set p = excluded.p`,
};

/**
 * Records the tests of each run's day, the last of each subject, so that false alarms can be limited
 * among all tests of the account on that day.
 */
export async function recordTests(
  deps: StoreDeps,
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
  await deps.db.command(tenant, RECORD, { rows: JSON.stringify([...last.values()]) });
}

/** Whether the test is significant among all tests of the day. */
export async function isDiscovery(
  tx: Transaction,
  run: ExaminedRun,
  subject: string,
): Promise<boolean> {
  const tests = await tx.execute<{ p: number; own: boolean }>(
    `select p, brand_id = :brandId and subject = :subject as own from detector_test
     where account_id = :accountId and environment = :environment and day = :day and sandbox = :sandbox`,
    { brandId: run.brandId, subject, day: dayOf(run.createdAt), sandbox: run.sandbox },
  );
  const found = discoveries(tests.map(({ p }) => p));
  return tests.some(({ own }, place) => own && found[place]);
}
