import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { openDatabase } from '../../src/database/database.js';
import { migrate } from '../../src/database/migrate.js';
import { takeOwnerRole } from '../../src/database/owner-role.js';
import { newId } from '../../src/domain/accounts/id.js';
import { createPromptPack } from '../../src/domain/prompts/prompt-pack.js';
import { quiet } from '../helpers/app.js';
import { createTestDatabase, type TestDatabase } from '../helpers/run/database.js';
import { sql } from '../helpers/run/sql.js';

/** A database of the release in which an account had one pack, made from its first brand's category. */

let database: TestDatabase;
const accountId = newId();
const packId = newId();
const free = newId();
const [crm, shoes, alsoCrm, gone] = [newId(), newId(), newId(), newId()] as [
  string,
  string,
  string,
  string,
];
const schedules = [newId(), newId()];

async function fill(): Promise<void> {
  const ask = (text: string, ...values: unknown[]) => sql(database.url, text, values);
  await ask(
    `insert into auth."organization" (id, name, slug, "createdAt") values ($1, 'A', 'a', now())`,
    accountId,
  );
  await ask(
    `insert into account_setting (account_id, tier, created_at) values ($1, 'growth', now())`,
    accountId,
  );
  for (const [id, category, deleted] of [
    [gone, 'CRM software', true],
    [crm, 'crm software', false],
    [shoes, 'running shoes', false],
    [alsoCrm, 'CRM software', false],
  ])
    await ask(
      `insert into brand (account_id, environment, id, user_id, name, category, aliases, owned_domains, created_at, updated_at, deleted_at)
       values ($1, 'live', $2, $2, 'B', $3, '[]', '{}', now(), now(), case when $4 then now() end)`,
      ...[accountId, id, category, deleted],
    );
  for (const [id, name, isDefault] of [
    [packId, 'CRM software', true],
    [free, 'Free', false],
  ])
    await ask(
      `insert into prompt_pack (account_id, environment, id, name, is_default, created_at) values ($1, 'live', $2, $3, $4, now() - interval '1 day')`,
      ...[accountId, id, name, isDefault],
    );
  for (const text of [...createPromptPack('CRM software', 'en').map(({ text }) => text), 'Ours?'])
    await ask(
      `insert into prompt (account_id, environment, id, pack_id, text, stage, tags, language, enabled, created_at, updated_at)
       values ($1, 'live', $2, $3, $4, 'desire', '{}', 'en', $4 <> 'Ours?', now(), now())`,
      ...[accountId, newId(), packId, text],
    );
  for (const [at, brandId] of [crm, shoes].entries())
    await ask(
      `insert into schedule (account_id, environment, id, brand_id, user_id, cron, time_zone, prompt_pack_id, prompts, samples_per_prompt, paused, version, created_at, updated_at)
       values ($1, 'live', $2, $3, $3, '@daily', 'UTC', $4, 'all', 1, true, 1, now(), now())`,
      ...[accountId, schedules[at], brandId, packId],
    );
}

beforeAll(async () => {
  database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const role = await takeOwnerRole(client);
  await client.query('create schema auth');
  await client.end();
  const { orm, dispose } = await openDatabase({
    connectionString: database.url,
    role,
    log: quiet,
  });
  await orm.migrator.up({ to: '0037-text-months' });
  await dispose();
  await fill();
  await migrate(database.url, quiet);
});
afterAll(() => database.dispose());

const textsOf = async (brandId: string) =>
  (
    await sql<{ text: string; enabled: boolean }>(
      database.url,
      `select p.text, p.enabled from prompt p join prompt_pack k on k.id = p.pack_id where k.brand_id = $1 order by p.id`,
      [brandId],
    )
  ).map(({ text, enabled }) => (enabled ? text : `(${text})`));

test('each brand has its own pack; the account’s one is that of the first brand that it was made for', async () => {
  const packs = await sql(
    database.url,
    'select id = $1 as former, brand_id, is_bound, name from prompt_pack order by created_at, brand_id',
    [packId],
  );
  expect(packs).toHaveLength(4);
  expect(packs).toEqual(
    expect.arrayContaining([
      { former: true, brand_id: crm, is_bound: false, name: 'CRM software' },
      { former: false, brand_id: null, is_bound: false, name: 'Free' },
      { former: false, brand_id: shoes, is_bound: false, name: 'running shoes' },
      { former: false, brand_id: alsoCrm, is_bound: false, name: 'CRM software' },
    ]),
  );
});

test('a brand of another category is asked of its own from now on, and what people had added goes along', async () => {
  const of = (category: string) => [
    ...createPromptPack(category, 'en').map(({ text }) => text),
    '(Ours?)',
  ];
  expect(await textsOf(crm)).toEqual(of('CRM software'));
  expect(await textsOf(shoes)).toEqual(of('running shoes'));
  expect(await textsOf(alsoCrm)).toEqual(of('CRM software'));
});

test('a schedule that named the pack for another brand asks what the brand is asked', async () => {
  const rows = await sql(
    database.url,
    'select prompt_pack_id = $1 as former from schedule order by array_position($2, id)',
    [packId, schedules],
  );
  expect(rows).toEqual([{ former: true }, { former: null }]);
});

test('the tables are bound to their tenants as before', async () => {
  expect(
    await sql(
      database.url,
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relname in ('brand', 'prompt_pack', 'prompt', 'schedule') and not (relrowsecurity and relforcerowsecurity)`,
    ),
  ).toEqual([]);
});
