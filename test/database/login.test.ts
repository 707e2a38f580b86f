import { afterAll, expect, test } from '@jest/globals';
import { type Access, openAccess } from '../../src/database/access.js';
import { openDatabase } from '../../src/database/database.js';
import { createMigratedDatabase, quiet } from '../helpers/app.js';
import { createTestDatabase, createTestLogin } from '../helpers/run/database.js';
import { sql } from '../helpers/run/sql.js';
import { ESCAPES, IDLE, LARGE_OBJECTS } from './escapes.js';

const used: { dispose(): Promise<void> }[] = [];
const keep = <T extends { dispose(): Promise<void> }>(one: T): T => {
  used.push(one);
  return one;
};
afterAll(async () => {
  for (const one of used.reverse()) await one.dispose();
});

const open = (ownerUrl: string, loginUrl?: string, secretKey = 'a secret'): Promise<Access> =>
  openAccess({ ownerUrl, loginUrl, secretKey, log: quiet, now: new Date() });

/** Of a database: its superuser's address, and what the product would be told. */
interface Place {
  superuser: string;
  access: Access;
  /** What only a superuser can take from a login, as all may do it. */
  closed?: readonly string[];
}

const PLACES: Record<string, () => Promise<Place>> = {
  async 'a superuser of a server of one’s own'() {
    const { url } = keep(await createMigratedDatabase());
    return { superuser: url, access: await open(url), closed: LARGE_OBJECTS };
  },
  async 'an owner who may make roles'() {
    const login = keep(await createTestLogin('createrole'));
    const database = keep(await createTestDatabase());
    return { superuser: database.url, access: await open(await login.own(database)) };
  },
  async 'a login beside its owner, both made by the operator'() {
    const login = keep(await createTestLogin());
    const database = keep(await createTestDatabase());
    const guest = keep(await createTestLogin());
    const ownerUrl = await login.own(database);
    // Else its rights would keep the role.
    keep({ dispose: async () => void (await sql(database.url, `drop owned by ${guest.name}`)) });
    return { superuser: database.url, access: await open(ownerUrl, guest.toUrl(database)) };
  },
};

test.each(Object.keys(PLACES))('from %s follows a login that cannot escape', async (kind) => {
  const { superuser, access, closed = [] } = await (PLACES[kind] as () => Promise<Place>)();
  const { connectionString, role, fault } = access.login;
  expect({ role, fault }).toEqual({ role: null, fault: null });
  const { pool } = keep(await openDatabase({ connectionString, role, log: quiet }));

  const whoami = 'select session_user as session, current_user as now';
  const { rows } = await pool.query(whoami);
  expect(rows[0].session).toBe(rows[0].now);
  for (const text of IDLE) {
    const client = await pool.connect();
    await client.query(text);
    expect((await client.query(whoami)).rows).toEqual(rows);
    client.release(true);
  }
  expect((await pool.query(whoami)).rows).toEqual(rows);
  await pool.query(`select pgboss.create_queue('daily', '{"policy": "standard"}')`);
  const done: string[] = [];
  const odd: string[] = [];
  for (const text of [...ESCAPES, ...closed]) {
    const client = await pool.connect();
    await client.query(text).then(
      () => done.push(text),
      ({ code, message }) => {
        if (code !== '42501' && code !== '23514') odd.push(`${text}: ${code} ${message}`);
      },
    );
    client.release(true);
  }
  expect({ done, odd }).toEqual({ done: [], odd: [] });

  const [powers] = await sql(
    superuser,
    `select rolcanlogin as login, rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication as power,
       (select count(*) from pg_auth_members where member = r.oid) as roles,
       (select count(*) from pg_shdepend where refclassid = 'pg_authid'::regclass and refobjid = r.oid and deptype = 'o') as owned,
       (select count(*) from pg_class where relowner = r.oid) as relations
     from pg_roles r where rolname = $1`,
    [rows[0].now],
  );
  expect(powers).toEqual({ login: true, power: false, roles: '0', owned: '0', relations: '0' });
});
