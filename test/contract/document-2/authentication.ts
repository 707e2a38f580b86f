import { expect } from '@jest/globals';
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
    says: 'every path but health MUST answer 401 without a credential, whatever else is wrong',
    check: async ({ app }) => {
      const paths = ['brands', 'brands/x', 'probes/x', 'citations', 'citations?days=x'];
      for (const path of paths) {
        const { status, headers } = await call(app.url, 'GET', `/api/v1/${path}`);
        expect([path, status, headers.get('www-authenticate')]).toEqual([path, 401, 'Bearer']);
      }
      for (const path of ['brands', 'probes']) {
        const { status } = await call(app.url, 'POST', `/api/v1/${path}`, { body: {} });
        expect([path, status]).toEqual([path, 401]);
      }
    },
  },
  {
    id: 'D2-AUTH-2',
    says: 'GET MUST need the scope read and POST the scope write, and write MUST include read',
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
    says: 'a missing scope MUST be told before what is wrong with the fields',
    check: async ({ app, account }) => {
      const key = await account.makeKey({ scopes: ['read'] });
      expect((await call(app.url, 'POST', '/api/v1/brands', { key, body: {} })).status).toBe(403);
    },
  },
  {
    id: 'D2-AUTH-4',
    says: 'the session cookie MUST be taken where a key is',
    check: async ({ app, account }) => {
      const headers = { cookie: account.cookie };
      expect((await call(app.url, 'GET', '/api/v1/brands', { headers })).status).toBe(200);
    },
  },
  {
    id: 'D2-AUTH-5',
    says: 'a live key MUST NOT see what belongs to the test environment',
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
    says: 'a key MUST begin with sk_live_ or sk_test_, carry its scopes, be shown once, and end when it is revoked',
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
    says: 'the session cookie MUST be HttpOnly and SameSite=Lax, and last 24 hours from its renewal',
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
];
