import { DAY_MS } from '../domain/time/utc-day.js';
import type { Runtime } from '../runtime.js';
import { emptyOldMonths, makePartitions } from './partitions.js';

const LOCK_WAIT_MS = 2_000;

/** Daily housekeeping that only the owner of the tables may do. */
export const tendTables = ({
  deps: { config, log, now },
  asOwner,
  queue,
}: Pick<Runtime, 'deps' | 'asOwner' | 'queue'>): Promise<void> =>
  asOwner(async ({ client }) => {
    // A statement that waits for a table lock blocks all later statements on that table.
    await client.query(`set lock_timeout = ${LOCK_WAIT_MS}`);
    await makePartitions(client, now());
    if (config.retentionDays > 0) {
      const before = new Date(now().getTime() - config.retentionDays * DAY_MS);
      const months = await emptyOldMonths(client, before);
      if (months.length > 0) log.info({ partitions: months }, 'expired texts removed');
    }
    for (const command of await queue.boss.getReindexCommands()) await client.query(command);
  });
