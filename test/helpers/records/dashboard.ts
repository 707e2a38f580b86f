import { expect } from '@jest/globals';
import { loadPrompts } from '../../../src/services/prompts/prompt.js';
import { findPackOf } from '../../../src/services/prompts/prompt-pack.js';
import type { TestAccount, TestApp } from '../app.js';
import { call } from '../client/http.js';
import { createClock } from '../run/clock.js';
import { makeBrand, type Tenant } from './probe.js';

/** An account with a brand whose answers the test stores itself; the clock is fixed at noon. */
export interface BrandFixture {
  account: TestAccount;
  tenant: Tenant;
  brandId: string;
  /** Ids of the account's twelve default prompts, three per stage, in the order of the stages. */
  prompts: string[];
  /** Noon UTC, `daysAgo` days ago. */
  noon(daysAgo: number): Date;
  /** The body of a GET that must succeed. */
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the shape of its response
  get(path: string): Promise<any>;
}

const DAY_MS = 86_400_000;

export function createNoon() {
  const clock = createClock();
  clock.moveToNoon();
  const fixed = clock.now();
  return () => fixed;
}

export async function createBrandFixture(app: TestApp, name = 'Acme'): Promise<BrandFixture> {
  const account = await app.createAccount();
  const tenant: Tenant = { accountId: account.accountId, environment: 'test' };
  const { id: brandId } = await makeBrand(app, tenant, { name });
  const pack = await findPackOf(app.deps, tenant, brandId, null);
  const prompts = await loadPrompts(app.deps, tenant, [pack.id]);
  return {
    account,
    tenant,
    brandId,
    prompts: prompts.map(({ id }) => id),
    noon: (daysAgo) => {
      const today = Math.floor(app.deps.now().getTime() / DAY_MS) * DAY_MS;
      return new Date(today - daysAgo * DAY_MS + DAY_MS / 2);
    },
    async get(path) {
      const answer = await call(app.url, 'GET', path, { key: account.key });
      expect([path, answer.status, answer.status === 200 ? '' : answer.text]).toEqual([
        path,
        200,
        '',
      ]);
      return answer.json();
    },
  };
}
