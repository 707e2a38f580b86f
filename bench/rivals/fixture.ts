import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import pg from 'pg';
import { pino } from 'pino';
import { v7 } from 'uuid';
import { sessionOptions } from '../../src/database/database.js';
import { OWNER_ROLE } from '../../src/database/owner-role.js';

/**
 * Shared code of both hand-written servers: the same checks as in the product, in as few lines as a competent
 * engineer would write.
 */
export interface Account {
  accountId: string;
  environment: string;
  scopes: string[];
}

export interface Locals {
  requestId: string;
  account?: Account;
}

const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  options: sessionOptions(OWNER_ROLE),
  max: 10,
  connectionTimeoutMillis: 1_000,
  query_timeout: 5_000,
});
const bound = new WeakMap<pg.PoolClient, string>();

/** Runs a prepared statement on a connection bound to the tenant by row-level security. */
export async function read<Row>(
  { accountId, environment }: Pick<Account, 'accountId' | 'environment'>,
  name: string,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  const client = await pool.connect();
  try {
    const key = `${accountId}/${environment}`;
    if (bound.get(client) !== key) {
      bound.delete(client);
      await client.query({
        name: 'bind',
        text: `select set_config('app.account_id', $1, false), set_config('app.environment', $2, false)`,
        values: [accountId, environment],
      });
      bound.set(client, key);
    }
    return (await client.query({ name, text, values })).rows;
  } finally {
    client.release();
  }
}

interface Key extends Account {
  expiresAt: Date | null;
  revokedAt: Date | null;
}

const KEPT_MS = 30_000;
const keys = new Map<string, { key: Key; untilMs: number }>();

async function findKey(hash: Buffer): Promise<Key | undefined> {
  const { rows } = await pool.query({
    name: 'key-hash',
    text: `select account_id as "accountId", environment, api_key_id as "keyId" from auth.key_hash where hash = $1`,
    values: [hash],
  });
  const [place] = rows;
  if (!place) return undefined;
  const [key] = await read<Omit<Key, 'accountId' | 'environment'>>(
    place,
    'key',
    `select scopes, expires_at as "expiresAt", revoked_at as "revokedAt" from api_key
      where account_id = $1 and environment = $2 and id = $3`,
    [place.accountId, place.environment, place.keyId],
  );
  return key && { accountId: place.accountId, environment: place.environment, ...key };
}

/** The account of the bearer key, if the key is valid and has scope read. */
export async function identify(req: IncomingMessage): Promise<Account | undefined> {
  const secret = /^Bearer (\S+)$/.exec(req.headers.authorization ?? '')?.[1];
  if (secret === undefined) return undefined;
  const hash = createHash('sha256').update(secret).digest();
  const id = hash.toString('base64');
  let entry = keys.get(id);
  if (entry === undefined || entry.untilMs < Date.now()) {
    const key = await findKey(hash);
    if (key === undefined) return undefined;
    entry = { key, untilMs: Date.now() + KEPT_MS };
    keys.set(id, entry);
  }
  const { key } = entry;
  if (key.revokedAt !== null || (key.expiresAt !== null && key.expiresAt < new Date())) {
    return undefined;
  }
  return key.scopes.includes('read') ? key : undefined;
}

const log = pino({ timestamp: pino.stdTimeFunctions.isoTime });

/** Sets a request id and logs each request when it is answered. */
export const logRequests: RequestHandler = (req, res, next) => {
  const startedMs = performance.now();
  const { method, path } = req;
  const requestId = req.get('x-request-id') ?? v7();
  res.locals.requestId = requestId;
  res.set('X-Request-Id', requestId);
  res.on('finish', () => {
    const ms = Math.round(performance.now() - startedMs);
    const { accountId } = (res.locals as Locals).account ?? {};
    log.info({ requestId, method, path, status: res.statusCode, ms, accountId }, 'request');
  });
  next();
};

export const hardenAnswers = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  },
  referrerPolicy: { policy: 'no-referrer' },
  crossOriginResourcePolicy: { policy: 'same-origin' },
});
