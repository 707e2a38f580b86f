import type { PgBoss } from 'pg-boss';
import { asOwner } from './as-owner.js';
import type { Deps } from './deps.js';
import { DAY_MS } from './domain/utc-day.js';
import { emptyOldMonths, makePartitions } from './partitions.js';

const LOCK_WAIT_MS = 2_000;

/** The daily part of the housekeeping that only the owner of the tables may do. */
export const tendTables = (
  { config, log, now }: Pick<Deps, 'config' | 'log' | 'now'>,
  ownerUrl: string,
  boss: Pick<PgBoss, 'getReindexCommands'>,
): Promise<void> =>
  asOwner(ownerUrl, log, async ({ client }) => {
    // Everybody else waits behind a statement that waits for a table.
    await client.query(`set lock_timeout = ${LOCK_WAIT_MS}`);
    await makePartitions(client, now());
    if (config.retentionDays > 0) {
      const before = new Date(now().getTime() - config.retentionDays * DAY_MS);
      const months = await emptyOldMonths(client, before);
      if (months.length > 0) log.info({ partitions: months }, 'expired texts removed');
    }
    for (const command of await boss.getReindexCommands()) await client.query(command);
  });
