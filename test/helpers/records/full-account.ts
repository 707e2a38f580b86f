import { expect, jest } from '@jest/globals';
import type { Tenant } from '../../../src/deps.js';
import { updateBrand } from '../../../src/services/brands/change-brand.js';
import { createPack } from '../../../src/services/prompts/prompt.js';
import {
  addRewriteItems,
  createRewriteBatch,
  startRewriteBatch,
} from '../../../src/services/rewrites/fill-batch.js';
import { performBatch } from '../../../src/services/rewrites/perform-batch.js';
import { rewriteCopy } from '../../../src/services/rewrites/rewrite-copy.js';
import { createSchedule } from '../../../src/services/schedules/change-schedule.js';
import { sendTestEvent } from '../../../src/services/webhooks/replay-delivery.js';
import { lintWiki } from '../../../src/services/wiki/lint-wiki.js';
import { createWikiPage } from '../../../src/services/wiki/wiki.js';
import { makeEndpoint } from '../../webhooks/fixture.js';
import type { TestAccount, TestApp } from '../app.js';
import { bearer, post } from '../client/client.js';
import { query } from './check.js';
import { makeBrand, perform, start, USER } from './probe.js';

/** The ids are those of its last brand, and of that brand's run. */
export type FullAccount = TestAccount & { brandId: string; runId: string };

/** An account with so many brands, each with rivals and a probe, and as many packs of prompts. */
export async function makeFullAccount(app: TestApp, size: number): Promise<FullAccount> {
  const account = await app.createAccount();
  const tenant: Tenant = { accountId: account.accountId, environment: 'test' };
  let brandId = '';
  let runId = '';
  for (let i = 0; i < size; i += 1) {
    const copy = { text: 'Acme sells boots.', brand: 'Acme', audience: null };
    await rewriteCopy(app.deps, { ...tenant, userId: USER }, copy, { idempotencyKey: null });
    await query(app, tenant, { platforms: ['chatgpt'] });
    const brand = await makeBrand(app, tenant, { name: `Brand ${i}` });
    await updateBrand(app.deps, tenant, brand.id, {
      competitors: [{ name: 'Globex' }, { name: 'Initech' }],
    });
    const prompts = ['Which CRM?', 'Best CRM?'].map((text) => ({ text }));
    const pack = await createPack(app.deps, tenant, { name: `Pack ${i}`, prompts });
    const run = await start(app, tenant, brand, { promptPackId: pack.id });
    expect(await perform(app, tenant, run)).toMatchObject({ status: 'completed', answered: 12 });
    const times = { brandId: brand.id, cron: '0 6 * * *', promptPackId: pack.id };
    await createSchedule(app.deps, { ...tenant, userId: USER }, times, null);
    runId = run.id;
    brandId = brand.id;
  }
  const endpoint = await makeEndpoint(app, tenant, 'https://192.0.1.1/hook');
  for (let i = 0; i < size; i += 1)
    await sendTestEvent(app.deps, tenant, { id: endpoint.id, event: null }, null);
  const owner = { ...tenant, userId: account.userId };
  for (let i = 0; i < size; i += 1) {
    const input = { brandId, title: `Page ${i}`, body: `Sales of kind ${i} rise by 4%.` };
    await createWikiPage(app.deps, owner, input, null);
    await lintWiki(app.deps, tenant, brandId);
    const batch = await createRewriteBatch(app.deps, owner, { brandId }, null);
    const items = [{ text: 'It sells boots.' }];
    await addRewriteItems(app.deps, owner, { batchId: batch.id, items }, null);
    await startRewriteBatch(app.deps, owner, batch.id);
    const never = new AbortController().signal;
    await performBatch(app.deps, tenant, batch.id, { stop: never, abort: never });
  }
  // A key's first use is noted behind the answer.
  const noting = jest.spyOn(app.deps.db, 'transaction');
  await post(app.url, bearer(account.key), '{ platforms { name } }');
  expect(noting).toHaveBeenCalledTimes(1);
  await Promise.all(noting.mock.results.map(({ value }) => value));
  noting.mockRestore();
  return { ...account, brandId, runId };
}
