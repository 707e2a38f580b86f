import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg from 'pg';
import { deriveKey } from '../config/secret-key.js';
import { OWNED_ELSEWHERE, type Owner } from './as-owner.js';
import { findExcessRights, grantRights, setLoginLimits } from './login-rights.js';

const ITERATIONS = 4_096;
const KEY_BYTES = 32;

/**
 * What PostgreSQL keeps instead of a password (RFC 5802). Sent in its place, the password itself is
 * in no statement, and so in no log of the server.
 */
function toVerifier(password: string, salt = randomBytes(16)): string {
  const salted = pbkdf2Sync(password, salt, ITERATIONS, KEY_BYTES, 'sha256');
  const sign = (text: string) => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(sign('Client Key')).digest('base64');
  const serverKey = sign('Server Key').toString('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}

/** How the product signs in to its database for all that it does at run time. */
export interface Login {
  connectionString: string;
  /** The role that each connection works as; null where the login works as itself. */
  role: string | null;
  /** What makes it more than a login that reads and writes rows; null when nothing does. */
  fault: { says: string; advice: string } | null;
}

const DENIED = '42501';
/** Wrong password, or no such login; the second is a pooler's, which knows no login that it was not told of. */
const REFUSED = new Set(['28P01', '28000', '08P01']);
const isRefused = (error: unknown): boolean => REFUSED.has((error as { code?: string }).code ?? '');

/** Roles are the whole server's: each database has a login of its own, which nothing else may use. */
const FACTS = `select 'answerscope_login_' || d.oid as name, r.oid is not null as made, quote_ident(current_user) as admin
  from pg_database d left join pg_roles r on r.rolname = 'answerscope_login_' || d.oid
  where d.datname = current_database()`;

/** Another password would shut out whoever is at work. */
const IN_USE = 'select from pg_stat_activity where usename = $1';

const TWO_LOGINS =
  "as a superuser, run: create role answerscope_app login noinherit password '…'; then set DATABASE_URL to that login, and DATABASE_OWNER_URL to what DATABASE_URL is now";

/** The same address, for another login. */
function toUrl(connectionString: string, name: string, password: string): string {
  const url = new URL(connectionString);
  url.searchParams.delete('user');
  url.searchParams.delete('password');
  url.username = name;
  url.password = password;
  // An address without a host, as for a socket, holds no name.
  if (url.username === '') {
    url.searchParams.set('user', name);
    url.searchParams.set('password', password);
  }
  return url.href;
}

/** Signs in once. @returns who that is; rejects when it is not the owner's database */
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

/** Roles are made by who signed in, which the owner of the tables need not be. */
async function asAdmin<T>({ client, role }: Owner, work: () => Promise<T>): Promise<T> {
  if (role === null) return work();
  await client.query('reset role');
  try {
    return await work();
  } finally {
    await client.query(`set role ${role}`);
  }
}

/** Rights and limits for a login that exists, and what is still wrong with it. */
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
        advice: 'take that from it, or set DATABASE_URL to a login that has no more than LOGIN',
      };

/** A login that the operator has made, beside the owner's. */
export async function useLogin(owner: Owner, connectionString: string): Promise<Login> {
  const name = await signIn(connectionString).catch((cause: Error & { code?: string }) => {
    throw new Error(`DATABASE_URL cannot be used: ${cause.message || cause.code}`, { cause });
  });
  return { connectionString, role: null, fault: toFault(name, await equip(owner, name)) };
}

/** Makes the login, or finds the one that is there. @returns its name, or who may not make it */
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
      return { name, denied: `${admin} may not make roles` };
    },
  );
}

/** Its password follows from the server's secret, so that all processes know it and none has to keep it. */
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
  // The secret is another one than before, or somebody has changed the password.
  const { rowCount } = await owner.client.query(IN_USE, [name]);
  if (rowCount)
    throw new Error(
      `Other processes use this database as ${name}, whose password is not the one that follows from this SECRET_KEY; give all of them the same key, or stop them first`,
    );
  await asAdmin(owner, () =>
    owner.client.query(`alter role ${name} login password '${toVerifier(password)}'`),
  ).catch((error: { code?: string }) => {
    if (error.code !== DENIED) throw error;
  });
  return (await isIn()) ? url : null;
}

/**
 * A login beside the one that DATABASE_URL names, with no more rights than it needs. Where none can
 * be made, the product works as the owner of the tables, and says so.
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
