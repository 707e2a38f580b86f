import pg from 'pg';

/** Runs `work` while another transaction holds the table, so that whoever reads it has to wait. */
export async function whileLocked<T>(
  url: string,
  table: string,
  work: () => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`begin; lock table ${table} in access exclusive mode`);
    return await work();
  } finally {
    await client.end();
  }
}
