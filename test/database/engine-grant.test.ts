import { expect, test } from '@jest/globals';
import pg from 'pg';
import { openDatabase } from '../../src/database/database.js';
import { migrate } from '../../src/database/migrate.js';
import { takeOwnerRole } from '../../src/database/owner-role.js';
import { newId } from '../../src/domain/accounts/id.js';
import { quiet } from '../helpers/app.js';
import { createTestDatabase } from '../helpers/run/database.js';
import { sql } from '../helpers/run/sql.js';

test('who pays before the update keeps live engines after it; others confirm their address', async () => {
  const { url, dispose } = await createTestDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const role = await takeOwnerRole(client);
  await client.query('create schema auth');
  await client.end();
  const old = await openDatabase({ connectionString: url, role, log: quiet });
  await old.orm.migrator.up({ to: '0032-wiki-look' });
  await old.dispose();

  const accounts = [
    ['paying', 'starter', '{}', 'operator'],
    ['given limits', 'free', '{"brands": 5}', 'operator'],
    ['free', 'free', '{}', 'confirmed'],
  ];
  for (const [slug, tier, limits] of accounts) {
    const id = newId();
    await sql(
      url,
      `insert into auth."organization" (id, name, slug, "createdAt") values ($1, 'A', $2, now())`,
      [id, slug],
    );
    await sql(
      url,
      'insert into account_setting (account_id, tier, limits, created_at) values ($1, $2, $3, now())',
      [id, tier, limits],
    );
  }

  await migrate(url, quiet);
  const grants = await sql<{ slug: string; grant: string }>(
    url,
    `select o.slug, s.engine_grant as grant from account_setting s
     join auth."organization" o on o.id = s.account_id order by s.account_id`,
  );
  expect(grants).toEqual(accounts.map(([slug, , , grant]) => ({ slug, grant })));
  await dispose();
});
