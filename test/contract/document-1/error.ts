import { expect } from '@jest/globals';
import { startApp } from '../../helpers/app.js';
import type { Audit } from '../../helpers/audit.js';
import { ask } from '../../helpers/client/graphql.js';
import { type Call, call } from '../../helpers/client/http.js';
import { sql } from '../../helpers/run/sql.js';
import type { World } from './world.js';

const REWRITE = '/api/aeo/rewrite';
const copy = { text: 'Zephyrine makes running shoes.', brand: 'Zephyrine' };
const REWRITTEN = 'mutation ($input: RewriteInput!) { rewrite(input: $input) { rewrite { id } } }';
const INCIDENTS = 'query ($brandId: ID!) { incidents(brandId: $brandId) { totalCount } }';

/** One thing that goes wrong, asked for through both doors. */
interface Fault {
  status: number;
  code: string;
  rest: [method: string, path: string, options: Call];
  graphql: [query: string, options: Parameters<typeof ask>[2]];
}

async function expectBoth({ app }: Pick<World, 'app'>, fault: Fault): Promise<void> {
  const { status, code, rest, graphql } = fault;
  const answer = await call(app.url, ...rest);
  expect([answer.status, answer.json()]).toMatchObject([
    status,
    { error: { code, message: expect.any(String), requestId: expect.any(String) } },
  ]);
  const told = await ask(app, ...graphql);
  expect(told.codes).toEqual([code]);
  expect(told.errors[0]?.message).toEqual(expect.any(String));
  if (status === 429 || status === 503) {
    for (const { headers } of [answer, told])
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  }
}

/** Document 1, Errors, row by row, through REST and through GraphQL; 502 and 503 are D1-ERR-6. */
export const errorAudits: Audit<World>[] = [
  {
    id: 'D1-ERR-400',
    says: 'a bad parameter MUST be 400 with a message that names it',
    check: async (world) => {
      const { key } = world.account;
      const options = { key, variables: { input: { ...copy, text: ' ' } } };
      await expectBoth(world, {
        status: 400,
        code: 'BAD_INPUT',
        rest: ['POST', REWRITE, { key, body: { ...copy, text: ' ' } }],
        graphql: [REWRITTEN, options],
      });
      expect((await ask(world.app, REWRITTEN, options)).errors[0]?.message).toMatch(/^text /);
    },
  },
  {
    id: 'D1-ERR-401',
    says: 'no credential, and one that does not hold, MUST be 401',
    check: async (world) => {
      for (const key of [undefined, 'service_0123456789abcdef01234567'])
        await expectBoth(world, {
          status: 401,
          code: 'UNAUTHENTICATED',
          rest: ['POST', REWRITE, { key, body: {} }],
          graphql: [REWRITTEN, { key, variables: { input: copy } }],
        });
    },
  },
  {
    id: 'D1-ERR-403',
    says: 'too low a scope or team role MUST be 403',
    check: async (world) => {
      const key = await world.account.makeKey({ scopes: ['read'] });
      await expectBoth(world, {
        status: 403,
        code: 'FORBIDDEN',
        rest: ['POST', REWRITE, { key, body: copy }],
        graphql: [REWRITTEN, { key, variables: { input: copy } }],
      });
    },
  },
  {
    id: 'D1-ERR-404',
    says: 'a brandId or runId that does not exist MUST be 404',
    check: async (world) => {
      const { key, accountId: nobody } = world.account;
      await expectBoth(world, {
        status: 404,
        code: 'NOT_FOUND',
        rest: ['GET', `/api/crisis/incidents?brand_id=${nobody}`, { key }],
        graphql: [INCIDENTS, { key, variables: { brandId: nobody } }],
      });
      await expectBoth(world, {
        status: 404,
        code: 'NOT_FOUND',
        rest: ['GET', `/api/runs/${nobody}`, { key }],
        graphql: [
          'query ($id: ID!) { run(id: $id) { __typename } }',
          { key, variables: { id: nobody } },
        ],
      });
    },
  },
  {
    id: 'D1-ERR-429',
    says: 'above a limit a call MUST be 429 with Retry-After in seconds',
    check: async (world) => {
      const { cookie } = await world.app.createAccount({ tier: 'free' });
      const headers = { cookie, origin: world.app.url };
      const options = { headers, body: copy };
      for (let used = 0; used < 5; used += 1)
        expect((await call(world.app.url, 'POST', REWRITE, options)).status).toBe(200);
      await expectBoth(world, {
        status: 429,
        code: 'RATE_LIMITED',
        rest: ['POST', REWRITE, options],
        graphql: [REWRITTEN, { headers, variables: { input: copy } }],
      });
    },
  },
  {
    id: 'D1-ERR-500',
    says: 'a fault of ours MUST be 500 and tell nothing of what is inside',
    check: async () => {
      const app = await startApp({ ROLE: 'web' });
      try {
        const { key } = await app.createAccount();
        const body = { name: 'Zephyrine', category: 'shoes' };
        const made = await call(app.url, 'POST', '/api/brands', { key, body });
        const brandId = made.json<{ brand: { id: string } }>().brand.id;
        await sql(app.databaseUrl, 'alter table incident rename to incident_elsewhere');
        const rest = ['GET', `/api/crisis/incidents?brand_id=${brandId}`, { key }] as Fault['rest'];
        const options = { key, variables: { brandId } };
        await expectBoth(
          { app },
          { status: 500, code: 'INTERNAL', rest, graphql: [INCIDENTS, options] },
        );
        const shown =
          (await call(app.url, ...rest)).text + (await ask(app, INCIDENTS, options)).text;
        expect(shown).not.toMatch(/incident_|relation|select|42P01/i);
      } finally {
        await app.dispose();
      }
    },
  },
];
