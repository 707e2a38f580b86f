import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg from 'pg';
import { deriveKey } from '../config/secret-key.js';
import { OWNED_ELSEWHERE, type Owner } from './as-owner.js';
import { findExcessRights, grantRights, setLoginLimits } from './login-rights.js';

const ITERATIONS = 4_096;
const KEY_BYTES = 32;

/**
 * Computes the verifier that PostgreSQL stores instead of a password (RFC 5802). Statements contain the verifier, so the
 * password appears in no log of the server.
 */
function toVerifier(password: string, salt = randomBytes(16)): string {
  const salted = pbkdf2Sync(password, salt, ITERATIONS, KEY_BYTES, 'sha256');
  const sign = (text: string) => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(sign('Client Key')).digest('base64');
  const serverKey = sign('Server Key').toString('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}

/** Login of the product for all work at run time. */
export interface Login {
  connectionString: string;
  /** Role of each connection; null if the login works as itself. */
  role: string | null;
  /** Excess rights of the login; null if it can only read and write rows. */
  fault: { says: string; advice: string } | null;
}

const DENIED = '42501';
/** SQLSTATEs of a wrong password or an unknown login. A pooler returns 08P01 for logins that it has no entry for. */
const REFUSED = new Set(['28P01', '28000', '08P01']);
const isRefused = (error: unknown): boolean => REFUSED.has((error as { code?: string }).code ?? '');

/** Roles belong to the whole server, so each database has a separate login. */
const FACTS = `select 'answerscope_login_' || d.oid as name, r.oid is not null as made, quote_ident(current_user) as admin
  from pg_database d left join pg_roles r on r.rolname = 'answerscope_login_' || d.oid
  where d.datname = current_database()`;

/** Changing the password of a login in use would lock out its processes. */
const IN_USE = 'select from pg_stat_activity where usename = $1';

const TWO_LOGINS =
  "as a superuser, run: create role answerscope_app login noinherit password '…'; then set DATABASE_URL to that login, and DATABASE_OWNER_URL to the present value of DATABASE_URL";

/** Replaces the login in a connection string. */
function toUrl(connectionString: string, name: string, password: string): string {
  const url = new URL(connectionString);
  url.searchParams.delete('user');
  url.searchParams.delete('password');
  url.username = name;
  url.password = password;
  // A URL without a host, as for a socket, cannot contain a user name.
  if (url.username === '') {
    url.searchParams.set('user', name);
    url.searchParams.set('password', password);
  }
  return url.href;
}

/** Signs in once. @returns the name of the login; rejects if the database is not the owner's */
async function signIn(connectionString: string): Promise<string> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
    application_name: 'answerscope',
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query(
      `select current_user as name, ${OWNED_ELSEWHERE} as "isOwners"`,
    );
    if (!rows[0].isOwners)
      throw new Error('DATABASE_URL and DATABASE_OWNER_URL lead to different databases');
    return rows[0].name;
  } finally {
    await client.end();
  }
}

/** Runs work as the role that signed in, because the owner of the tables may not be allowed to create roles. */
async function asAdmin<T>({ client, role }: Owner, work: () => Promise<T>): Promise<T> {
  if (role === null) return work();
  await client.query('reset role');
  try {
    return await work();
  } finally {
    await client.query(`set role ${role}`);
  }
}

/** Sets rights and limits of an existing login. @returns the excess rights that remain */
async function equip(owner: Owner, name: string): Promise<string[]> {
  await grantRights(owner.client, name);
  await asAdmin(owner, () => setLoginLimits(owner.client, name));
  return findExcessRights(owner.client, name);
}

const toFault = (name: string, excess: readonly string[]): Login['fault'] =>
  excess.length === 0
    ? null
    : {
        says: `the login ${name} ${excess.join(', ')}`,
        advice:
          'revoke these rights, or set DATABASE_URL to a login that has only the LOGIN attribute',
      };

/** Uses a login that the operator created in addition to the owner. */
export async function useLogin(owner: Owner, connectionString: string): Promise<Login> {
  const name = await signIn(connectionString).catch((cause: Error & { code?: string }) => {
    throw new Error(`DATABASE_URL cannot be used: ${cause.message || cause.code}`, { cause });
  });
  return { connectionString, role: null, fault: toFault(name, await equip(owner, name)) };
}

/** Creates the login unless it exists. @returns its name; `denied` says why it could not be created */
async function ensureLogin(
  { client }: Owner,
  password: string,
): Promise<{ name: string; denied: string | null }> {
  const { name, made, admin } = (await client.query(FACTS)).rows[0];
  if (made) return { name, denied: null };
  const plain = 'login nosuperuser nobypassrls nocreatedb nocreaterole noreplication noinherit';
  return client.query(`create role ${name} ${plain} password '${toVerifier(password)}'`).then(
    () => ({ name, denied: null }),
    (error: { code?: string }) => {
      if (error.code !== DENIED) throw error;
      return { name, denied: `${admin} may not create roles` };
    },
  );
}

/** Signs in with a password derived from SECRET_KEY, so that no process has to store it. @returns null if refused */
async function enter(owner: Owner, name: string, password: string): Promise<string | null> {
  const url = toUrl(owner.connectionString, name, password);
  const isIn = () =>
    signIn(url).then(
      (found) => found === name,
      (error) => {
        if (!isRefused(error)) throw error;
        return false;
      },
    );
  if (await isIn()) return url;
  // SECRET_KEY or the password has changed.
  const { rowCount } = await owner.client.query(IN_USE, [name]);
  if (rowCount)
    throw new Error(
      `Other processes use this database as ${name}, whose password is not the one derived from this SECRET_KEY; give all processes the same key, or stop the others first`,
    );
  await asAdmin(owner, () =>
    owner.client.query(`alter role ${name} login password '${toVerifier(password)}'`),
  ).catch((error: { code?: string }) => {
    if (error.code !== DENIED) throw error;
  });
  return (await isIn()) ? url : null;
}

/**
 * Creates a second login beside that of DATABASE_URL, with only the rights it needs. If this fails, the product works
 * as the owner of the tables and reports a fault.
 */
export async function makeLogin(owner: Owner, secretKey: string): Promise<Login> {
  const asTheOwner = (reason: string): Login => ({
    connectionString: owner.connectionString,
    role: owner.role,
    fault: {
      says: `the product works as the owner of its tables: ${reason}`,
      advice: TWO_LOGINS,
    },
  });
  const password = deriveKey(secretKey, 'database login');
  const { name, denied } = await asAdmin(owner, () => ensureLogin(owner, password));
  if (denied !== null) return asTheOwner(denied);
  const excess = await equip(owner, name);
  const connectionString = await enter(owner, name, password);
  if (connectionString === null) return asTheOwner(`the server does not let ${name} sign in`);
  return { connectionString, role: null, fault: toFault(name, excess) };
}
