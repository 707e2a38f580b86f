import { expect } from '@jest/globals';
import { startApp } from '../../helpers/app.js';
import type { Audit } from '../../helpers/audit.js';
import { ask } from '../../helpers/client/graphql.js';
import { call } from '../../helpers/client/http.js';
import {
  number,
  QUERY,
  type Query,
  queried,
  SCAN,
  type Scan,
  scanned,
  type World,
} from './world.js';

const SCAN_FIELDS = `{ rateLimitRemaining
  checkRun { platforms summary { platform total mentions positive } } }`;
const QUERY_FIELDS = '{ checkRun { results { platform text mentioned position rank } } }';

/** All engines fail, or none is configured. */
const FAULTS = [
  { status: 502, code: 'ENGINE_UNAVAILABLE', failing: true },
  { status: 503, code: 'DEGRADED', failing: false },
] as const;

export const checkAudits: Audit<World>[] = [
  {
    id: 'D1-CHECK-1',
    check: async ({ app, account }) => {
      const { key } = account;
      const scan = (await call(app.url, 'POST', SCAN, { key, body: scanned })).json<Scan>();
      const { brand_name: brandName, ...rest } = scanned;
      const { data } = await ask(
        app,
        `mutation ($input: RunScanInput!) { runScan(input: $input) ${SCAN_FIELDS} }`,
        { key, variables: { input: { brandName, ...rest } } },
      );
      const { platforms, summary } = scan;
      expect(data?.runScan).toEqual({
        rateLimitRemaining: number,
        checkRun: { platforms, summary },
      });

      const query = (await call(app.url, 'POST', QUERY, { key, body: queried })).json<Query>();
      const answer = await ask(
        app,
        `mutation ($input: RunQueryInput!) { runQuery(input: $input) ${QUERY_FIELDS} }`,
        { key, variables: { input: queried } },
      );
      const results = query.runs[0]?.results.map(({ platform, text: said, rank, analysis }) => ({
        platform,
        text: said,
        mentioned: analysis.mentioned,
        // GraphQL returns null for a missing value.
        position: analysis.mentioned ? analysis.position : null,
        rank: rank > 0 ? rank : null,
      }));
      expect(answer.data?.runQuery).toEqual({ checkRun: { results } });
    },
  },
  {
    id: 'D1-CHECK-2',
    check: async ({ app, account }) => {
      const key = await account.makeKey({ scopes: ['read'] });
      const scan = await call(app.url, 'POST', SCAN, { key, body: scanned });
      expect([scan.status, scan.json()]).toMatchObject([200, { runId: expect.any(String) }]);
      const query = await call(app.url, 'POST', QUERY, { key, body: {} });
      expect([query.status, query.json()]).toMatchObject([403, { error: { code: 'FORBIDDEN' } }]);
      for (const path of [SCAN, QUERY]) {
        const wrong = await call(app.url, 'POST', path, { key: 'service_no', body: scanned });
        expect(wrong.status).toBe(401);
      }
    },
  },
  {
    id: 'D1-CHECK-3',
    check: async ({ app }) => {
      const wrong: [string, string, object][] = [
        [SCAN, 'brand_name', {}],
        [SCAN, 'industry', { brand_name: 'x' }],
        [SCAN, 'brand_name', { ...scanned, brand_name: '\u0000' }],
        [QUERY, 'brand', { category: 'x' }],
        [QUERY, 'category', { ...queried, category: ' ' }],
      ];
      for (const [path, field, body] of wrong) {
        const answer = await call(app.url, 'POST', path, { body });
        expect([answer.status, answer.json()]).toMatchObject([
          400,
          { error: { message: expect.stringMatching(`^${field} `), details: { field } } },
        ]);
      }
    },
  },
  {
    id: 'D1-ERR-6',
    check: async () => {
      for (const { status, code, failing } of FAULTS) {
        const names = ['chatgpt', 'gemini', 'perplexity', 'claude'];
        const failures = Object.fromEntries(names.map((name) => [name, 'UNAVAILABLE' as const]));
        const app = failing
          ? await startApp({}, { sandbox: { failures } })
          : await startApp({ SANDBOX: 'off' });
        try {
          for (const [path, body] of [
            [SCAN, scanned],
            [QUERY, queried],
          ] as const) {
            const answer = await call(app.url, 'POST', path, { body });
            expect([answer.status, answer.json()]).toMatchObject([status, { error: { code } }]);
            expect(answer.headers.has('retry-after')).toBe(status === 503);
          }
          const inputs = 'brand: "x", category: "y"';
          const graphql = await ask(
            app,
            `mutation { runQuery(input: { ${inputs} }) { checkRun { id } } }`,
          );
          expect([graphql.status, graphql.codes]).toEqual([200, [code]]);
        } finally {
          await app.dispose();
        }
      }
    },
  },
];
