import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Router } from 'express';
import type { Client } from 'graphql-ws';
import { newId } from '../../src/domain/accounts/id.js';
import type { KeyScope } from '../../src/domain/accounts/key-scope.js';
import { createSchema } from '../../src/graphql/build-schema.js';
import { startApp, type TestAccount, type TestApp } from '../helpers/app.js';
import { bearer, connect, firstOf, post } from '../helpers/client/client.js';
import { call } from '../helpers/client/http.js';
import { joinTeam } from '../helpers/client/team.js';
import { sql } from '../helpers/run/sql.js';
import { listRootFields, type RootField, toCall } from './calls.js';
import { listRestPaths, type RestPath, toRequest } from './paths.js';
import { DOORS, type Need, PATHS, ROOTS } from './rules.js';

const schema = createSchema();
const roots = listRootFields(schema);
const paths = listRestPaths(schema);

const READ: Need[] = ['nothing', 'open to read', 'read'];
const WRITE: Need[] = [...READ, 'open to write', 'write'];
const ALL: Need[] = [...WRITE, 'admin'];

type Asker = { may: Need[] } & ({ scopes: KeyScope[]; format?: 'service' } | { role: string });

const ASKERS: Record<string, Asker> = {
  'a key without a scope': { scopes: [], may: ['nothing'] },
  'a read key': { scopes: ['read'], may: READ },
  'a write key': { scopes: ['write'], may: WRITE },
  'a read and write key': { scopes: ['read', 'write'], may: WRITE },
  'an admin key': { scopes: ['admin'], may: ALL },
  'a service key': { scopes: ['read', 'write'], format: 'service', may: WRITE },
  'a viewer': { role: 'viewer', may: READ },
  'a member': { role: 'member', may: WRITE },
  'an admin': { role: 'admin', may: ALL },
  'an owner': { role: 'owner', may: ALL },
};
const ENVIRONMENTS = ['live', 'test'] as const;
/** Those for whom the data that they ask for might make a difference. */
const IN_BOTH = ['a read key', 'an admin key', 'a viewer', 'an owner'];
const CASES = Object.entries(ASKERS).flatMap(([who, { may }]) =>
  ENVIRONMENTS.filter((each) => each === 'test' || IN_BOTH.includes(who)).map((environment) => ({
    who,
    environment,
    may,
    fields: roots.filter(({ key }) => may.includes(ROOTS[key]?.who as Need)).length,
    paths: paths.filter(({ key }) => may.includes(PATHS[key]?.who as Need)).length,
  })),
);

/** Every path that anything is mounted at while the product starts. */
const mounted = new Set<string>();
function noteMounts(): void {
  const proto = Router.prototype as unknown as Record<string, (...args: unknown[]) => unknown>;
  for (const name of ['use', 'route']) {
    const original = proto[name];
    if (original === undefined) throw new Error(`a router has no ${name}`);
    proto[name] = function (this: unknown, ...args) {
      if (typeof args[0] === 'string' && args[0] !== '/') mounted.add(args[0]);
      return Reflect.apply(original, this, args);
    };
  }
}

let app: TestApp;
let owner: TestAccount;
const headersOf = new Map<string, Record<string, string>>();
const nameOf = ({ who, environment }: { who: string; environment: string }) =>
  `${who} ${environment}`;

async function makeKey(
  asker: Extract<Asker, { scopes: KeyScope[] }>,
  environment: 'live' | 'test',
) {
  const { scopes, format = 'sk' } = asker;
  // None at all cannot be asked for; a record may still come to it.
  const granted: KeyScope[] = scopes.length === 0 ? ['read'] : scopes;
  const key = await owner.makeKey({ scopes: granted, environment, format });
  if (scopes.length === 0)
    await sql(
      app.databaseUrl,
      `update api_key set scopes = '{}' where account_id = $1 and environment = $2
         and id = (select max(id::text)::uuid from api_key where account_id = $1 and environment = $2)`,
      [owner.accountId, environment],
    );
  return bearer(key);
}

async function joinAs(role: string): Promise<TestAccount> {
  const person = await app.createAccount();
  await joinTeam(app, owner.accountId, person.userId, role);
  return person;
}

beforeAll(async () => {
  noteMounts();
  app = await startApp({ ROLE: 'web' });
  owner = await app.createAccount({ tier: 'scale' });
  for (const [who, asker] of Object.entries(ASKERS)) {
    const cookie =
      'role' in asker ? (asker.role === 'owner' ? owner : await joinAs(asker.role)).cookie : '';
    for (const environment of ENVIRONMENTS)
      headersOf.set(
        nameOf({ who, environment }),
        'scopes' in asker
          ? await makeKey(asker, environment)
          : { cookie, 'x-environment': environment },
      );
  }
});
afterAll(() => app.dispose());

test('the tables name every root field and every path, and few are open to all', () => {
  expect(Object.keys(ROOTS).sort()).toEqual(roots.map(({ key }) => key).sort());
  expect(Object.keys(PATHS).sort()).toEqual(paths.map(({ key }) => key).sort());
  for (const rule of [...Object.values(ROOTS), ...Object.values(PATHS)])
    expect(rule.signedOut !== undefined).toBe(/^(nothing|open)/.test(rule.who));
});

test('the table names every other path, and what a stranger is answered there', async () => {
  const documented = new Set(paths.map(({ path }) => path));
  const others = [...mounted].filter((path) => !documented.has(path));
  expect(Object.keys(DOORS).sort()).toEqual(others.sort());
  for (const [path, statuses] of Object.entries(DOORS)) {
    const { status } = await call(app.url, 'GET', path);
    expect([path, statuses]).toEqual([path, expect.arrayContaining([status])]);
  }
});

const sampleId = (path: string): string | undefined =>
  /\.(packId|promptPackId)$/.test(path) ? undefined : newId();

/** The code of the first error; null when there is none. A socket is asked for subscriptions. */
async function ask(root: RootField, headers: Record<string, string>, socket?: Client) {
  const { query, variables } = toCall(root, sampleId);
  if (socket !== undefined) {
    const { errors } = await firstOf(socket, query, variables);
    return errors?.[0]?.extensions.code ?? null;
  }
  const { status, errors } = await post(app.url, headers, query, variables);
  expect([root.name, status]).toEqual([root.name, 200]);
  return errors?.[0]?.extensions.code ?? null;
}

async function send(path: RestPath, headers: Record<string, string>) {
  const { ids = {} } = PATHS[path.key] ?? {};
  const given = Object.keys(ids).filter((name) => name !== 'promptPackId');
  const request = toRequest(path, Object.fromEntries(given.map((name) => [name, newId()])));
  return call(app.url, request.method, request.path, { ...request, headers });
}

const queriesAndMutations = roots.filter(({ kind }) => kind !== 'subscription');
const subscriptions = roots.filter(({ kind }) => kind === 'subscription');

describe('without a credential', () => {
  test.each(queriesAndMutations)('$kind $name', async (root) => {
    const { signedOut = 'UNAUTHENTICATED' } = ROOTS[root.key] ?? {};
    expect(await ask(root, {})).toBe(signedOut);
  });

  test.each(paths)('$key', async (path) => {
    const { signedOut = 401 } = PATHS[path.key] ?? {};
    expect((await send(path, {})).status).toBe(signedOut);
  });

  test.each(subscriptions)('$name: the socket is closed, as with a bad key', async (root) => {
    for (const headers of [{}, bearer(`service_${'0'.repeat(24)}`)] as Record<string, string>[]) {
      const socket = connect(app.url, headers);
      await expect(ask(root, headers, socket)).rejects.toMatchObject({ code: 4403 });
      await socket.dispose();
    }
  });
});

/** An unknown id, a second brand, a used up limit: all of it means that the gate was open. */
const toOutcome = (code: string | null): string =>
  code !== null && /^(FORBIDDEN|UNAUTHENTICATED|INTERNAL|DEGRADED)$/.test(code) ? code : 'open';

describe(`${roots.length} root fields and ${paths.length} paths, for ${CASES.length} callers`, () => {
  test.each(CASES)(
    '$who on $environment data: $fields fields are open, the others are forbidden',
    async ({ who, environment, may }) => {
      const headers = headersOf.get(nameOf({ who, environment })) ?? {};
      const socket = connect(app.url, headers);
      const outcome: Record<string, string> = {};
      const expected: Record<string, string> = {};
      for (const root of roots) {
        const over = root.kind === 'subscription' ? socket : undefined;
        outcome[root.key] = toOutcome(await ask(root, headers, over));
        expected[root.key] = may.includes(ROOTS[root.key]?.who as Need) ? 'open' : 'FORBIDDEN';
      }
      await socket.dispose();
      expect(outcome).toEqual(expected);
    },
    60_000,
  );

  test.each(CASES)(
    '$who on $environment data: $paths paths are open, the others are forbidden',
    async ({ who, environment, may }) => {
      const headers = headersOf.get(nameOf({ who, environment })) ?? {};
      const outcome: Record<string, string> = {};
      const expected: Record<string, string> = {};
      for (const path of paths) {
        const { status, text } = await send(path, headers);
        const { error } = JSON.parse(text) as { error?: { code: string } };
        outcome[path.key] = toOutcome(error?.code ?? null);
        if (outcome[path.key] === 'FORBIDDEN') expect([path.key, status]).toEqual([path.key, 403]);
        expected[path.key] = may.includes(PATHS[path.key]?.who as Need) ? 'open' : 'FORBIDDEN';
      }
      expect(outcome).toEqual(expected);
    },
    60_000,
  );
});

test('a key’s environment cannot be asked away', async () => {
  for (const [environment, other] of [
    ['live', 'test'],
    ['test', 'live'],
  ] as const) {
    const key = headersOf.get(nameOf({ who: 'an admin key', environment })) ?? {};
    const headers = { ...key, 'x-environment': other };
    for (const path of paths) {
      const { status, text } = await send(path, headers);
      expect([path.key, status]).toEqual([path.key, 400]);
      expect(text).toContain('X-Environment');
    }
  }
});

test('what is refused says what is lacking', async () => {
  const lacking = async (who: string) => {
    const headers = headersOf.get(nameOf({ who, environment: 'test' })) ?? {};
    return (await post(app.url, headers, '{ apiKeys { id } }')).errors?.[0];
  };
  expect(await lacking('a write key')).toMatchObject({
    message: 'this key lacks the scope admin',
    extensions: { details: { needed: 'admin' } },
  });
  expect(await lacking('a viewer')).toMatchObject({ message: expect.stringContaining('viewer') });
});

test('a member who loses a role loses it at once', async () => {
  const person = await joinAs('member');
  const make = () =>
    post(
      app.url,
      { cookie: person.cookie },
      'mutation { createPromptPack(input: { name: "x" }) { __typename } }',
    );
  expect((await make()).errors).toBeUndefined();
  const demote = `update auth."member" set role = 'viewer' where "userId" = $1`;
  await sql(app.databaseUrl, demote, [person.userId]);
  expect((await make()).errors?.[0]?.extensions.code).toBe('FORBIDDEN');
});

test('a session that names a team it does not belong to gets its own', async () => {
  const person = await app.createAccount();
  const name = `update auth."session" set "activeOrganizationId" = $1 where "userId" = $2`;
  await sql(app.databaseUrl, name, [owner.accountId, person.userId]);
  const headers = { cookie: person.cookie };
  const { data } = await post(app.url, headers, '{ me { account { id role } } }');
  expect(data.me.account).toEqual({ id: person.accountId, role: 'OWNER' });
  const list = await post(app.url, headers, '{ apiKeys { id } }');
  expect(list.data.apiKeys).toHaveLength(1);
});
