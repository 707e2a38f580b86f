import pg from 'pg';

/** Runs `work` while another transaction locks the table, so that readers have to wait. */
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
