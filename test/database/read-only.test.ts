import { expect, test } from '@jest/globals';
import { type Db, SYSTEM } from '../../src/database/db.js';
import { startApp } from '../helpers/app.js';
import { watchReads } from '../helpers/run/read-only.js';

test.each([
  `insert into auth.tally (name, count) values ('test', 1)`,
  'select name from auth.tally for update',
])('%s is no query', async (text) => {
  const app = await startApp({ ROLE: 'web' });
  try {
    const db: Db = { ...app.deps.db, query: async () => [] };
    const watched = watchReads(db);
    await db.query(SYSTEM, { name: text, text });
    await expect(watched.prove()).rejects.toThrow('writes or locks');
  } finally {
    await app.dispose();
  }
});
