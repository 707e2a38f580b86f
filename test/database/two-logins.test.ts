import { afterEach, expect, test } from '@jest/globals';
import { type Access, openAccess } from '../../src/database/access.js';
import { quiet } from '../helpers/app.js';
import { createTestDatabase, createTestLogin, type TestLogin } from '../helpers/run/database.js';
import { sql } from '../helpers/run/sql.js';

const used: { dispose(): Promise<void> }[] = [];
const keep = <T extends { dispose(): Promise<void> }>(one: T): T => {
  used.push(one);
  return one;
};
afterEach(async () => {
  for (const one of used.splice(0).reverse()) await one.dispose();
});

const open = (ownerUrl: string, loginUrl?: string): Promise<Access> =>
  openAccess({ ownerUrl, loginUrl, secretKey: 'a secret', log: quiet, now: new Date() });

async function make() {
  const owner = keep(await createTestLogin());
  const guest = keep(await createTestLogin());
  const database = keep(await createTestDatabase());
  return { owner, guest, database, ownerUrl: await owner.own(database) };
}

test('an owner who may make no roles works on as before, and is told how to be two', async () => {
  const { owner, guest, database, ownerUrl } = await make();
  const { login } = await open(ownerUrl);
  expect(login).toEqual({
    connectionString: ownerUrl,
    role: null,
    fault: {
      says: `the product works as the owner of its tables: ${owner.name} may not create roles`,
      advice: expect.stringMatching(/create role .* login .*DATABASE_URL .*DATABASE_OWNER_URL/),
    },
  });
  const advised = await open(ownerUrl, guest.toUrl(database));
  expect(advised.login).toEqual({
    connectionString: guest.toUrl(database),
    ...{ role: null, fault: null },
  });
});

test('a login that is the owner itself, or owns something, is told of', async () => {
  const { owner, guest, database, ownerUrl } = await make();
  const same = await open(ownerUrl, ownerUrl);
  expect(same.login.fault?.says).toMatch(`the login ${owner.name} owns tables`);
  await sql(database.url, `grant create on schema public to ${guest.name}`);
  await sql(database.url, `grant truncate on auth."user" to ${guest.name}`);
  const more = await open(ownerUrl, guest.toUrl(database));
  expect(more.login.fault?.says).toBe(
    `the login ${guest.name} can create tables, has more rights on tables than it needs`,
  );
});

test.each<[string, string, (one: { guest: TestLogin; url: string }) => string | Promise<string>]>([
  ['a superuser', 'bypasses row-level security', ({ url }) => url],
  [
    'a wrong password',
    'DATABASE_URL cannot be used: password authentication failed',
    ({ guest, url }) =>
      Object.assign(new URL(url), { username: guest.name, password: 'wrong' }).href,
  ],
  [
    'another database',
    'DATABASE_URL and DATABASE_OWNER_URL lead to different databases',
    async ({ guest }) => guest.toUrl(keep(await createTestDatabase())),
  ],
])('%s is refused as the login', async (_what, words, toLoginUrl) => {
  const { guest, database, ownerUrl } = await make();
  const loginUrl = await toLoginUrl({ guest, url: database.url });
  await expect(open(ownerUrl, loginUrl)).rejects.toThrow(words);
});
