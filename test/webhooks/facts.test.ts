import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { updateBrand } from '../../src/services/change-brand.js';
import {
  addRewriteItems,
  createRewriteBatch,
  startRewriteBatch,
} from '../../src/services/fill-batch.js';
import { createWikiPage, updateWikiPage } from '../../src/services/wiki.js';
import { verify } from '../../src/webhooks/verify.js';
import { startApp, type TestApp } from '../helpers/app.js';
import { createTenant, makeBrand, ownerOf, start } from '../helpers/probe.js';
import { createReceiver, type Receiver, toPlain } from '../helpers/receiver.js';
import { until } from '../helpers/until.js';
import { makeEndpoint } from './ground.js';

const EVENTS = [
  'wiki.page.created',
  'wiki.page.updated',
  'lint.issue.detected',
  'aeo.batch.completed',
  'citation.gap.alert',
];
let app: TestApp;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await createReceiver();
  // The brand's own pages are never cited, and those of a rival with a publisher's name often.
  app = await startApp(
    { WEBHOOK_ALLOW_HOSTS: receiver.place },
    { sandbox: { truth: () => ({ citation: 1, ownedCitation: 0, ownedDensity: 0 }) } },
  );
});
afterAll(async () => {
  await app.dispose();
  await receiver.dispose();
});

test('document 1’s five events come from what really happens, and arrive signed', async () => {
  const scope = await createTenant(app);
  const owner = ownerOf(scope);
  const endpoint = await makeEndpoint(app, scope, receiver.url, EVENTS);
  const brand = await makeBrand(app, scope);
  const rivals = [
    'buyersledger',
    'softscope',
    'thecomparer',
    'marketfield',
    'plainreviews',
    'opsdigest',
    'forumwell',
    'wikifacts',
    'daybrief',
    'tradepost',
  ];
  await updateBrand(app.deps, scope, brand.id, { competitors: rivals.map((name) => ({ name })) });

  const input = { brandId: brand.id, title: 'Facts', body: 'Acme is a CRM for small teams.' };
  const page = await createWikiPage(app.deps, owner, input, null);
  await updateWikiPage(app.deps, owner, page.id, {
    body: `${input.body} It makes sales 40% faster.`,
  });
  const batch = await createRewriteBatch(app.deps, owner, { brandId: brand.id }, null);
  const items = [{ text: 'Acme is a CRM. It was founded in 1999.' }];
  await addRewriteItems(app.deps, owner, { batchId: batch.id, items }, null);
  await startRewriteBatch(app.deps, owner, batch.id);
  await start(app, scope, brand, { samplesPerPrompt: 3 });

  const told = () => new Set(receiver.received.map(({ event }) => event));
  await until(async () => EVENTS.every((event) => told().has(event)), 40_000);
  const dataOf = (event: string) =>
    JSON.parse(receiver.received.find((one) => one.event === event)?.body ?? '{}').data;
  const updatedAt = expect.any(String);
  expect(dataOf('wiki.page.created')).toEqual({
    pageId: page.id,
    title: 'Facts',
    version: 1,
    updatedAt,
  });
  expect(dataOf('wiki.page.updated')).toEqual({
    pageId: page.id,
    title: 'Facts',
    version: 2,
    updatedAt,
  });
  expect(dataOf('lint.issue.detected')).toEqual({
    issueId: expect.any(String),
    targetType: expect.any(String),
    targetId: expect.any(String),
    rule: 'unsourced-number',
    severity: 'medium',
    message: expect.any(String),
  });
  expect(dataOf('aeo.batch.completed')).toEqual({
    batchId: batch.id,
    successCount: 1,
    failureCount: 0,
  });
  const gap = dataOf('citation.gap.alert');
  expect(gap).toMatchObject({
    ownedRate: 0,
    answers: 45,
    windowDays: 28,
    stage: expect.any(String),
  });
  expect(gap.competitorDomains.length).toBeGreaterThan(0);
  for (const { body, headers, eventId } of receiver.received) {
    expect(headers['x-service-signature']).toMatch(/^t=\d{10},v1=[0-9a-f]{64}$/);
    expect(verify(toPlain(headers), body, endpoint.secret, new Date())).toMatchObject({
      isGenuine: true,
      isStandardGenuine: true,
    });
    expect(headers['webhook-id']).toBe(eventId);
  }
});
