import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, type AppOptions, createApp } from '../../src/app.js';
import { loadConfig } from '../../src/config/config.js';
import { openAccess } from '../../src/database/access.js';
import { type Database, openDatabase } from '../../src/database/database.js';
import { migrate } from '../../src/database/migrate.js';
import type { KeyScope } from '../../src/domain/accounts/key-scope.js';
import type { Tier } from '../../src/domain/accounts/tier.js';
import { createLog } from '../../src/observability/log.js';
import { ensureAccount, setTier } from '../../src/services/accounts/account.js';
import { createApiKey } from '../../src/services/accounts/api-key.js';
import { quickHasher } from './quick-hasher.js';
import { createTestDatabase } from './run/database.js';
import { watchReads } from './run/read-only.js';

export interface TestAccount {
  accountId: string;
  userId: string;
  email: string;
  password: string;
  /** A key of the test environment with every scope. */
  key: string;
  /** The session of its owner, as a Cookie header. */
  cookie: string;
  makeKey(options?: {
    scopes?: KeyScope[];
    environment?: 'live' | 'test';
    format?: 'sk' | 'service';
  }): Promise<string>;
}

export interface TestApp extends App {
  url: string;
  databaseUrl: string;
  dataDir: string;
  createAccount(options?: { tier?: Tier }): Promise<TestAccount>;
}

const SECRET_KEY = 'a secret of the test suite, long enough';
export const METRICS_TOKEN = 'a-token-of-the-test-suite';
const PASSWORD = 'correct horse battery';
const ALL_SCOPES: KeyScope[] = ['read', 'write', 'admin'];
let made = 0;

export const quiet = createLog({ level: 'silent', format: 'json' });

const migrated = async (url: string) => void (await migrate(url, quiet));

/** A database of its own, migrated. */
export const createMigratedDatabase = () => createTestDatabase(migrated);

/** The login that the product makes for itself, in a database of the suite's server. */
export async function findLogin(
  url: string,
): Promise<{ connectionString: string; role: string | null }> {
  const { login } = await openAccess({
    ...{ ownerUrl: url, loginUrl: undefined, secretKey: SECRET_KEY },
    ...{ log: quiet, now: new Date() },
  });
  return login;
}

/** The product's pool, signed in as in life. */
export const openWorkDatabase = async (url: string): Promise<Database> => {
  const { connectionString, role } = await findLogin(url);
  return openDatabase({ connectionString, role, log: quiet });
};

/** The whole product on a free port and a database of its own; a second one may share the first one's. */
export async function startApp(
  settings: Record<string, string> = {},
  options: AppOptions & { databaseUrl?: string } = {},
): Promise<TestApp> {
  const { databaseUrl, ...runtime } = options;
  const database =
    databaseUrl === undefined
      ? await createMigratedDatabase()
      : { url: databaseUrl, dispose: async () => {} };
  const dataDir = await mkdtemp(join(tmpdir(), 'answerscope test '));
  const config = loadConfig({
    PORT: '0',
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    SECRET_KEY,
    SANDBOX_LATENCY_MS: '0',
    METRICS_TOKEN,
    ...settings,
  });
  const app = await createApp(config, runtime.log ?? quiet, {
    drainMs: 0,
    hasher: quickHasher,
    // No test asks the world where a redirect leads.
    locateUrl: async () => null,
    ...runtime,
  });

  const reads = watchReads(app.deps.db);

  async function createAccount({ tier = 'growth' }: { tier?: Tier } = {}): Promise<TestAccount> {
    made += 1;
    const email = `user${made}.${process.pid}@example.com`;
    const { auth } = app.deps;
    // Signs in, too: a second hash would take as long as all the rest.
    const signedUp = await auth.api.signUpEmail({
      body: { email, password: PASSWORD, name: `User ${made}` },
      asResponse: true,
    });
    const { user } = (await signedUp.json()) as { user: { id: string; name: string } };
    const { accountId } = await ensureAccount(app.deps, user, 'operator');
    await setTier(app.deps, accountId, tier);
    const makeKey: TestAccount['makeKey'] = async ({
      scopes = ALL_SCOPES,
      environment = 'test',
      format = 'sk',
    } = {}) => {
      const granted: KeyScope[] = format === 'service' ? ['read', 'write'] : scopes;
      const input = { name: 'test', scopes: granted, environment, format, expiresAt: null };
      const { secret } = await createApiKey(app.deps, { accountId, userId: user.id }, input, null);
      return secret ?? '';
    };
    const cookie = signedUp.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    return {
      accountId,
      userId: user.id,
      email,
      password: PASSWORD,
      key: await makeKey(),
      cookie,
      makeKey,
    };
  }

  return {
    ...app,
    url: app.url ?? '',
    databaseUrl: database.url,
    dataDir,
    createAccount,
    async dispose() {
      await reads.prove().finally(() => app.dispose());
      await database.dispose();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
