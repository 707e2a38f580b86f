import { createHash, randomUUID } from 'node:crypto';
import pg from 'pg';

export interface TestDatabase {
  url: string;
  dispose(): Promise<void>;
}

export const URL_VARIABLE = 'ANSWERSCOPE_TEST_SERVER_URL';
export const RUN_VARIABLE = 'ANSWERSCOPE_TEST_RUN';

/** Prefix of all database names of one run of the suite, by which teardown drops them. */
export const toPrefix = (run: string): string => `test_${run}_`;

/**
 * Creates a database on the suite's server, as a clone of one on which `template` (such as the migrations)
 * has run. Each template runs once per run of the suite; templates are identified by their source code.
 */
export async function createTestDatabase(
  template?: (url: string) => Promise<void>,
): Promise<TestDatabase> {
  const prefix = toPrefix(fromSetup(RUN_VARIABLE));
  const name = prefix + randomUUID().replaceAll('-', '').slice(0, 16);
  await withServer(async (client) => {
    const source = template && (await ensureTemplate(client, prefix, template));
    await client.query(`CREATE DATABASE ${name}${source ? ` TEMPLATE ${source}` : ''}`);
  });
  return { url: toUrl(name), dispose: () => withServer((client) => dropDatabase(client, name)) };
}

/** Drops the database and the login that the product has created for it. */
export async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query('SELECT oid FROM pg_database WHERE datname = $1', [name]);
  await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  for (const { oid } of rows) await client.query(`DROP ROLE IF EXISTS answerscope_login_${oid}`);
}

export interface TestLogin {
  name: string;
  /** URL of the database with this login. */
  toUrl(database: TestDatabase): string;
  /** Makes the login the owner of the database. @returns the URL of the database with this login */
  own(database: TestDatabase): Promise<string>;
  /** Call after dropping the databases that the login owns. */
  dispose(): Promise<void>;
}

/** Creates an ordinary login on the suite's server, as operators get from a hosting provider. */
export async function createTestLogin(rights = ''): Promise<TestLogin> {
  const name = `${toPrefix(fromSetup(RUN_VARIABLE))}login_${randomUUID().slice(0, 8)}`;
  const run = (text: string) => withServer(async (client) => void (await client.query(text)));
  await run(`CREATE ROLE ${name} LOGIN PASSWORD 'x' ${rights}`);
  const toUrl = ({ url }: TestDatabase) =>
    Object.assign(new URL(url), { username: name, password: 'x' }).href;
  return {
    name,
    toUrl,
    async own(database) {
      await run(`ALTER DATABASE ${new URL(database.url).pathname.slice(1)} OWNER TO ${name}`);
      return toUrl(database);
    },
    dispose: () => run(`DROP ROLE ${name}`),
  };
}

async function ensureTemplate(
  client: pg.Client,
  prefix: string,
  template: (url: string) => Promise<void>,
): Promise<string> {
  const hash = createHash('sha256').update(template.toString()).digest('hex').slice(0, 16);
  const name = `${prefix}template_${hash}`;
  const half = `${name}_half`;
  await client.query('SELECT pg_advisory_lock(hashtext($1))', [name]);
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (rowCount) return name;
    // Renamed only when complete, so that a failed migration leaves no template behind.
    await client.query(`DROP DATABASE IF EXISTS ${half} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${half}`);
    await template(toUrl(half));
    // An open connection would prevent both renaming and cloning.
    await client.query(
      'SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1',
      [half],
    );
    await client.query(`ALTER DATABASE ${half} RENAME TO ${name}`);
    return name;
  } finally {
    await client.query('SELECT pg_advisory_unlock(hashtext($1))', [name]);
  }
}

export async function withServer<T>(use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: fromSetup(URL_VARIABLE),
    connectionTimeoutMillis: 10_000,
  });
  // If the server goes away, the current query fails; the error event adds nothing.
  client.on('error', () => {});
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

function toUrl(database: string): string {
  const url = new URL(fromSetup(URL_VARIABLE));
  url.pathname = `/${database}`;
  return url.href;
}

function fromSetup(variable: string): string {
  const value = process.env[variable];
  if (!value) throw new Error(`${variable} is missing: the global setup of the suite has not run`);
  return value;
}
