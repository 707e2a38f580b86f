import { expect } from '@jest/globals';
import type { Audit } from '../../helpers/audit.js';
import type { Description } from '../../helpers/client/description.js';
import { call } from '../../helpers/client/http.js';
import type { World } from './world.js';

/** Endpoints of document 2 with their status; `open` needs no credential. */
const ROWS = [
  ['get', '/health', 'stable', 'open'],
  ['get', '/brands', 'stable', 'key'],
  ['post', '/brands', 'stable', 'key'],
  ['get', '/brands/{id}', 'stable', 'key'],
  ['post', '/probes', 'beta', 'key'],
  ['get', '/probes/{id}', 'beta', 'key'],
  ['get', '/citations', 'beta', 'key'],
  ['get', '/picker', 'beta', 'key'],
  ['get', '/authority', 'beta', 'key'],
  ['get', '/sentinel/incidents', 'beta', 'key'],
  ['post', '/suggest', 'beta', 'key'],
  ['post', '/webhooks', 'roadmap', 'key'],
  // Not in the document.
  ['get', '/brands/{id}/prompts', 'beta', 'key'],
  ['post', '/brands/{id}/prompts', 'beta', 'key'],
] as const;

export const versioningAudits: Audit<World>[] = [
  {
    id: 'D2-VERSION-1',
    check: async ({ app }) => {
      const answer = await call(app.url, 'GET', '/api/v1/openapi.json');
      expect(answer.status).toBe(200);
      const { openapi, paths } = answer.json<Description & { openapi: string }>();
      expect(openapi).toMatch(/^3\.1\./);
      const v1 = Object.entries(paths).flatMap(([path, item]) =>
        Object.entries(item).map(([method, operation]) => ({ method, path, operation })),
      );
      const shown = v1
        .filter(({ path }) => path.startsWith('/api/v1/') && !path.endsWith('/openapi.json'))
        .map(({ method, path, operation }) => {
          const isOpen = operation.security.some((one) => Object.keys(one).length === 0);
          return [
            method,
            path.replace('/api/v1', ''),
            operation['x-stability'],
            isOpen ? 'open' : 'key',
          ];
        });
      expect(shown.sort()).toEqual(ROWS.map((row) => [...row]).sort());
    },
  },
  {
    id: 'D2-VERSION-2',
    check: async ({ app, account: { key } }) => {
      for (const prefix of ['/api/v0', '/api/v2', '/v1'])
        expect((await call(app.url, 'GET', `${prefix}/brands`, { key })).status).toBe(404);
    },
  },
];
