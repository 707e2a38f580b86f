import { expect, test } from '@jest/globals';
import pg from 'pg';
import { openDatabase } from '../../src/database/database.js';
import { migrate } from '../../src/database/migrate.js';
import { takeOwnerRole } from '../../src/database/owner-role.js';
import { newId } from '../../src/domain/accounts/id.js';
import { quiet } from '../helpers/app.js';
import { createTestDatabase } from '../helpers/run/database.js';
import { sql } from '../helpers/run/sql.js';

test('a secret that was rotated before the update holds on after it', async () => {
  const { url, dispose } = await createTestDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const role = await takeOwnerRole(client);
  await client.query('create schema auth');
  await client.end();
  const old = await openDatabase({ connectionString: url, role, log: quiet });
  await old.orm.migrator.up({ to: '0030-look-origin' });
  await old.dispose();

  const [accountId, rotated, never] = [newId(), newId(), newId()];
  const endsAt = new Date('2026-01-02T03:04:05.678Z');
  await sql(
    url,
    `insert into auth."organization" (id, name, slug, "createdAt") values ($1, 'A', 'a', now())`,
    [accountId],
  );
  await sql(
    url,
    `insert into account_setting (account_id, tier, limits, created_at) values ($1, 'growth', '{}', now())`,
    [accountId],
  );
  for (const [id, secret, ends] of [
    [rotated, Buffer.from('old'), endsAt],
    [never, null, null],
  ])
    await sql(
      url,
      `insert into webhook_endpoint (account_id, environment, id, url, events, enabled, secret, previous_secret,
         previous_secret_ends_at, created_at, updated_at)
       values ($1, 'test', $2, 'https://example.com', '{}', true, 'new', $3, $4, now(), now())`,
      [accountId, id, secret, ends],
    );

  await migrate(url, quiet);
  const kept = await sql(
    url,
    'select account_id, environment, endpoint_id, secret, ends_at from webhook_old_secret',
  );
  expect(kept).toEqual([
    {
      account_id: accountId,
      environment: 'test',
      endpoint_id: rotated,
      secret: Buffer.from('old'),
      ends_at: endsAt,
    },
  ]);
  await dispose();
});
