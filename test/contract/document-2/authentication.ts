import { expect } from '@jest/globals';
import { v1Routes } from '../../../rest/v1.js';
import type { Audit } from '../../helpers/audit.js';
import { ask } from '../../helpers/client/graphql.js';
import { call } from '../../helpers/client/http.js';
import { until } from '../../helpers/run/until.js';
import type { World } from './world.js';

const MAKE = `mutation ($input: CreateApiKeyInput!) {
  createApiKey(input: $input) { secret apiKey { id scopes } }
}`;
const REVOKE = 'mutation ($id: ID!) { revokeApiKey(input: { id: $id }) { apiKey { id } } }';

interface Made {
  createApiKey: { secret: string; apiKey: { id: string; scopes: string[] } };
}

export const authenticationAudits: Audit<World>[] = [
  {
    id: 'D2-AUTH-1',
    check: async ({ app }) => {
      const versioned = v1Routes.filter(({ path }) => path.startsWith('/api/v1/'));
      for (const { method, path, auth } of versioned) {
        if (auth === 'none') continue;
        const body = method === 'POST' ? {} : undefined;
        const url = `${path.replace(':id', 'x')}?days=x`;
        const { status, headers } = await call(app.url, method, url, { body });
        expect([path, status, headers.get('www-authenticate')]).toEqual([path, 401, 'Bearer']);
      }
      const open = versioned.filter(({ auth }) => auth === 'none').map(({ path }) => path);
      expect(open).toEqual(['/api/v1/health']);
    },
  },
  {
    id: 'D2-AUTH-2',
    check: async ({ app, account, probedId: brandId }) => {
      const body = { brandId };
      const reader = await account.makeKey({ scopes: ['read'] });
      const writer = await account.makeKey({ scopes: ['write'] });
      expect((await call(app.url, 'GET', '/api/v1/brands', { key: reader })).status).toBe(200);
      const refused = await call(app.url, 'POST', '/api/v1/probes', { key: reader, body });
      expect([refused.status, refused.json()]).toMatchObject([
        403,
        { error: { code: 'FORBIDDEN' } },
      ]);
      expect((await call(app.url, 'GET', '/api/v1/brands', { key: writer })).status).toBe(200);
      const { status } = await call(app.url, 'POST', '/api/v1/probes', { key: writer, body });
      expect(status).toBe(202);
    },
  },
  {
    id: 'D2-AUTH-3',
    check: async ({ app, account }) => {
      const key = await account.makeKey({ scopes: ['read'] });
      expect((await call(app.url, 'POST', '/api/v1/brands', { key, body: {} })).status).toBe(403);
    },
  },
  {
    id: 'D2-AUTH-4',
    check: async ({ app, account }) => {
      const headers = { cookie: account.cookie };
      expect((await call(app.url, 'GET', '/api/v1/brands', { headers })).status).toBe(200);
    },
  },
  {
    id: 'D2-AUTH-5',
    check: async ({ app, account, brandId }) => {
      const key = await account.makeKey({ environment: 'live' });
      expect((await call(app.url, 'GET', '/api/v1/brands', { key })).json()).toMatchObject({
        brands: [],
      });
      expect((await call(app.url, 'GET', `/api/v1/brands/${brandId}`, { key })).status).toBe(404);
    },
  },
  {
    id: 'D2-AUTH-6',
    check: async ({ app, account }) => {
      const headers = { cookie: account.cookie };
      for (const environment of ['LIVE', 'TEST']) {
        const input = { name: 'of an audit', environment, scopes: ['READ'] };
        const made = await ask(app, MAKE, { headers, variables: { input } });
        const { secret, apiKey } = (made.data as unknown as Made).createApiKey;
        expect(secret).toMatch(new RegExp(`^sk_${environment.toLowerCase()}_[0-9A-Za-z]{27,}$`));
        expect(apiKey.scopes).toEqual(['READ']);
        const list = await ask(app, '{ apiKeys { id prefix name } }', {
          headers: { ...headers, 'x-environment': environment.toLowerCase() },
        });
        expect(list.text).toContain(apiKey.id);
        expect(list.text).not.toContain(secret);

        const status = async () =>
          (await call(app.url, 'GET', '/api/v1/brands', { key: secret })).status;
        expect(await status()).toBe(200);
        await ask(app, REVOKE, { headers, variables: { id: apiKey.id } });
        await until(async () => (await status()) === 401, 10_000);
      }
    },
  },
  {
    id: 'D2-AUTH-7',
    check: async ({ app, account: { email, password } }) => {
      const body = { email, password };
      const { status, headers } = await call(app.url, 'POST', '/api/auth/sign-in/email', { body });
      expect(status).toBe(200);
      const [cookie = '', ...others] = headers.getSetCookie();
      expect(others).toEqual([]);
      const attributes = cookie.split('; ').slice(1);
      expect(attributes).toEqual(
        expect.arrayContaining(['HttpOnly', 'SameSite=Lax', 'Max-Age=86400']),
      );
    },
  },
  {
    id: 'D2-AUTH-9',
    check: async ({ app, account, probedId: brandId }) => {
      const key = await account.makeKey({ scopes: ['admin'] });
      expect((await call(app.url, 'GET', '/api/v1/brands', { key })).status).toBe(200);
      const made = await call(app.url, 'POST', '/api/v1/probes', { key, body: { brandId } });
      expect(made.status).toBe(202);
    },
  },
];
