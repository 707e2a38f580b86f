import { expect } from '@jest/globals';
import { STATUS_BY_CODE } from '../../../src/errors.js';
import { startApp } from '../../helpers/app.js';
import type { Audit } from '../../helpers/audit.js';
import { ask } from '../../helpers/client/graphql.js';
import { type Call, call } from '../../helpers/client/http.js';
import { joinTeam } from '../../helpers/client/team.js';
import { sql } from '../../helpers/run/sql.js';
import type { World } from './world.js';

const REWRITE = '/api/aeo/rewrite';
const copy = { text: 'Zephyrine makes running shoes.', brand: 'Zephyrine' };
const REWRITTEN = 'mutation ($input: RewriteInput!) { rewrite(input: $input) { rewrite { id } } }';
const BATCH = `mutation ($input: CreateRewriteBatchInput!) {
  createRewriteBatch(input: $input) { rewriteBatch { id } }
}`;
const INCIDENTS = 'query ($brandId: ID!) { incidents(brandId: $brandId) { totalCount } }';

/** One fault, provoked through REST and through GraphQL. */
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

/** The statuses of document 1, through REST and through GraphQL; 502 and 503 are D1-ERR-6. */
export const errorAudits: Audit<World>[] = [
  {
    id: 'D1-ERR-400',
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
    id: 'D1-ERR-403-TIER',
    check: async ({ app }) => {
      const { key } = await app.createAccount({ tier: 'free' });
      const body = { name: 'Zephyrine', category: 'shoes' };
      const made = await call(app.url, 'POST', '/api/brands', { key, body });
      const brandId = made.json<{ brand: { id: string } }>().brand.id;
      const { codes, data } = await ask(app, BATCH, { key, variables: { input: { brandId } } });
      expect([codes, data]).toEqual([['TIER_TOO_LOW'], { createRewriteBatch: null }]);
      expect(STATUS_BY_CODE.TIER_TOO_LOW).toBe(403);
    },
  },
  {
    id: 'D1-ERR-403-ROLE',
    check: async ({ app }) => {
      const [owner, { cookie, userId }] = [await app.createAccount(), await app.createAccount()];
      await joinTeam(app, owner.accountId, userId, 'viewer');
      const headers = { cookie };
      const reading = await call(app.url, 'GET', '/api/brands', { headers });
      expect(reading.status).toBe(200);
      await expectBoth(
        { app },
        {
          status: 403,
          code: 'FORBIDDEN',
          rest: ['POST', REWRITE, { headers, body: copy }],
          graphql: [REWRITTEN, { headers, variables: { input: copy } }],
        },
      );
    },
  },
  {
    id: 'D1-ERR-404',
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
