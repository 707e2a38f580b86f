import { type Command, Option } from 'commander';
import type { KeyFormat } from '../../domain/accounts/api-key.js';
import type { KeyScope } from '../../domain/accounts/key-scope.js';
import { badInput } from '../../errors.js';
import {
  type ApiKeyRow,
  createApiKey,
  type Environment,
  listApiKeys,
  revokeApiKey,
} from '../../services/accounts/api-key.js';
import { addNoun, addVerb, type Printing, toFuture, toScopes, withJson } from '../options.js';
import { addAction, perform, toTable, toTime } from '../perform.js';
import { addUser, ENVIRONMENTS, selectUser } from '../selection.js';

type OfUser = Printing & { email: string; account?: string };

interface NewKey extends OfUser {
  name: string;
  scopes: KeyScope[];
  environment: Environment;
  format: KeyFormat;
  expires?: Date;
}

function addCreate(key: Command): void {
  const verb = addVerb(key, 'create', 'Create an API key. The key is shown only once.', [
    'key create --email ada@example.com --scopes read,write --environment live',
    'key create --email ada@example.com --environment test --expires 2030-01-31 --json',
  ]);
  addUser(verb, "key's account")
    .addOption(
      new Option('--scopes <list>', 'comma-separated list of read, write, admin')
        .argParser(toScopes)
        .default(['read', 'write'], 'read,write'),
    )
    .addOption(
      new Option('--environment <environment>', 'data the key can access')
        .choices(ENVIRONMENTS)
        .default('live'),
    )
    .option('--name <name>', 'name of the key', 'command line')
    .addOption(
      new Option(
        '--format <format>',
        'key format; a service key always has the scopes read and write',
      )
        .choices(['sk', 'service'])
        .default('sk'),
    )
    .option('--expires <time>', 'ISO 8601 date or time (default: never)', toFuture);
  withJson(verb).action(async (options: NewKey) => {
    const { name, scopes, environment, format, expires } = options;
    // A service key can always write, so a request for a read-only one is rejected.
    if (format === 'service' && !scopes.includes('write')) {
      throw badInput('scopes', 'must be read,write for a service key');
    }
    await perform(options, async (deps) => {
      const owner = await selectUser(deps, options);
      const input = { name, scopes, environment, format, expiresAt: expires ?? null };
      const { apiKey, secret } = await createApiKey(deps, owner, input, null);
      const { id, prefix } = apiKey;
      const rows = [
        ['key', secret ?? ''],
        ['id', id],
        ['scopes', apiKey.scopes.join(',')],
        ['environment', environment],
        ['expires', toTime(apiKey.expiresAt, 'never')],
      ];
      return { data: { key: secret, id, prefix }, text: toTable(rows) };
    });
  });
}

function stateOf({ revokedAt, expiresAt }: ApiKeyRow, now: Date): string {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'active';
}

function addList(key: Command): void {
  const verb = addVerb(
    key,
    'list',
    "List an account's keys, newest first, including revoked and expired keys.",
    ['key list --email ada@example.com'],
  );
  addAction(addUser(verb, 'account'), async (deps, options: OfUser) => {
    const { accountId } = await selectUser(deps, options);
    const keys = (await listApiKeys(deps, accountId, ENVIRONMENTS)).map((row) => ({
      ...row,
      state: stateOf(row, deps.now()),
    }));
    const rows = keys.map(
      ({ id, prefix, environment, scopes, state, name, lastUsedAt, expiresAt }) => {
        return [
          id,
          `${prefix}…`,
          environment,
          scopes.join(','),
          state,
          toTime(lastUsedAt),
          toTime(expiresAt),
          name,
        ];
      },
    );
    const head = ['ID', 'KEY', 'DATA', 'SCOPES', 'STATE', 'LAST USED', 'EXPIRES', 'NAME'];
    return { data: { keys }, text: keys.length === 0 ? 'No keys.' : toTable([head, ...rows]) };
  });
}

function addRevoke(key: Command): void {
  const verb = addVerb(key, 'revoke <id>', 'Revoke a key immediately, on every running server.', [
    'key revoke --email ada@example.com 019a2b3c-…',
  ]);
  addAction(addUser(verb, "key's account"), async (deps, options: OfUser, keyId) => {
    const { accountId } = await selectUser(deps, options);
    const { id, prefix, revokedAt } = await revokeApiKey(deps, accountId, ENVIRONMENTS, keyId);
    return {
      data: { id, prefix, revokedAt },
      text: `${prefix}… was revoked at ${toTime(revokedAt)}`,
    };
  });
}

export const addKeyCommands = addNoun('key', 'Create, list and revoke API keys', [
  addCreate,
  addList,
  addRevoke,
]);
