import { expect } from '@jest/globals';
import type { Audit } from '../../helpers/audit.js';
import { call } from '../../helpers/client/http.js';
import { number, stamp, text, type World } from './world.js';

/** Health and status. */
export const serviceAudits: Audit<World>[] = [
  {
    id: 'D1-HEALTH-1',
    check: async ({ app }) => {
      const answer = await call(app.url, 'GET', '/api/health');
      expect([answer.status, answer.json()]).toEqual([
        200,
        {
          status: 'ok',
          service: text,
          version: text,
          env: text,
          region: text,
          timestamp: stamp,
          checks: { db: { ok: true, latency_ms: number } },
          took_ms: number,
        },
      ]);
    },
  },
  {
    id: 'D1-HEALTH-2',
    check: async ({ app }) => {
      const first = await call(app.url, 'GET', '/api/health');
      const second = await call(app.url, 'GET', '/api/health');
      expect(second.json().timestamp).toBe(first.json().timestamp);
      expect(second.headers.get('cache-control')).toBe('public, max-age=30');
    },
  },
  {
    id: 'D1-STATUS-1',
    check: async ({ app }) => {
      const answer = await call(app.url, 'GET', '/api/status');
      const platforms = [
        ['chatgpt', 'ChatGPT'],
        ['gemini', 'Gemini'],
        ['perplexity', 'Perplexity'],
        ['claude', 'Claude'],
        ['grok', 'Grok'],
        ['deepseek', 'DeepSeek'],
      ].map(([platform, name]) => ({ platform, name, ok: true, latency_ms: number }));
      expect([answer.status, answer.json()]).toEqual([
        200,
        {
          status: 'ok',
          sandbox: true,
          db: { ok: true, latency_ms: number },
          llms: { up: 6, total: 6, up_rate: 1, platforms },
        },
      ]);
    },
  },
  {
    id: 'D1-STATUS-2',
    check: async ({ app }) => {
      const first = await call(app.url, 'GET', '/api/status');
      const second = await call(app.url, 'GET', '/api/status');
      expect(second.text).toBe(first.text);
      expect(second.headers.get('cache-control')).toBe('public, max-age=60');
    },
  },
];
