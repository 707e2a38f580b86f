import { expect } from '@jest/globals';
import type { Audit } from '../../helpers/audit.js';
import { call } from '../../helpers/client/http.js';
import { ledgerOf } from '../../helpers/records/check.js';
import { number, QUERY, type Query, queried, text, uuid, type World } from './world.js';

export const queryAudits: Audit<World>[] = [
  {
    id: 'D1-QUERY-1',
    check: async ({ app, account }) => {
      const { key } = account;
      const answer = await call(app.url, 'POST', `${QUERY}?mode=all`, { key, body: queried });
      expect([answer.status, answer.json()]).toMatchObject([
        200,
        { runId: uuid, platforms: ['chatgpt', 'gemini', 'perplexity', 'claude'], sandbox: true },
      ]);
      const [run, ...more] = answer.json<Query>().runs;
      expect([run?.results.length, more]).toEqual([16, []]);
      for (const result of run?.results ?? []) {
        expect(result).toMatchObject({
          prompt: expect.stringContaining('running shoes'),
          stage: expect.stringMatching(/^(awareness|interest|desire|action)$/),
          citations: expect.any(Array),
          model: text,
          tokensUsed: number,
          costUsd: 0,
          costKnown: true,
        });
        expect(Object.keys(result)).toContain('sentiment');
      }
    },
  },
  {
    id: 'D1-QUERY-2',
    check: async ({ app }) => {
      const answer = await call(app.url, 'POST', QUERY, { body: queried });
      const results = answer.json<Query>().runs[0]?.results ?? [];
      for (const { text: said, analysis, rank, states } of results) {
        const at = said.indexOf('Zephyrine');
        const none = at < 0 ? 'none' : undefined;
        expect([analysis.mentioned, analysis.position]).toEqual([at >= 0, at]);
        // A brand without a list or a rival beside it has no rank.
        expect(states).toEqual(rank > 0 ? undefined : { rank: 'none' });
        if (rank > 0) expect(at).toBeGreaterThanOrEqual(0);
        expect(analysis.states).toEqual(none && { position: none });
      }
      expect(new Set(results.map(({ analysis }) => analysis.mentioned)).size).toBe(2);
    },
  },
  {
    id: 'D1-QUERY-3',
    check: async ({ app, account }) => {
      const { key } = account;
      const some = { ...queried, platforms: ['claude', 'gemini'] };
      const answer = await call(app.url, 'POST', QUERY, { key, body: some });
      expect(answer.json()).toMatchObject({ platforms: ['gemini', 'claude'] });
      for (const platforms of [['nobody'], ['grok'], []]) {
        const refused = await call(app.url, 'POST', QUERY, {
          key,
          body: { ...queried, platforms },
        });
        expect([refused.status, refused.json()]).toMatchObject([
          400,
          {
            error: {
              details: {
                field: 'platforms',
                valid: ['chatgpt', 'gemini', 'perplexity', 'claude'],
              },
            },
          },
        ]);
      }
    },
  },
  {
    id: 'D1-QUERY-4',
    check: async ({ app }) => {
      const answer = await call(app.url, 'POST', `${QUERY}?mode=one`, { body: queried });
      expect([answer.status, answer.json()]).toMatchObject([
        400,
        { error: { code: 'BAD_INPUT', details: { field: 'mode' } } },
      ]);
    },
  },
  {
    id: 'D1-QUERY-5',
    check: async ({ app }) => {
      const { key, accountId } = await app.createAccount();
      const query = (await call(app.url, 'POST', QUERY, { key, body: queried })).json<Query>();
      const path = `/api/runs/${query.runId}`;
      const again = await call(app.url, 'GET', path, { key });
      expect(again.json()).toEqual({ ...query, status: 'completed' });
      expect((await call(app.url, 'GET', path)).status).toBe(404);
      const ledger = await ledgerOf(app, { accountId, environment: 'test' });
      expect(ledger).toHaveLength(16);
      expect(ledger[0]).toMatchObject({ purpose: 'query', cost: 0, tokens: number });
    },
  },
];
