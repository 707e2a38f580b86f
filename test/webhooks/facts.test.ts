import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { listEndingPaths } from '../../rest/ending.js';
import { routes } from '../../rest/routes.js';
import type { Tenant } from '../../src/deps.js';
import { newId } from '../../src/domain/accounts/id.js';
import {
  announceEnd,
  type Deprecation,
  tellOfEnd,
} from '../../src/services/accounts/deprecation.js';
import { examinePriorities } from '../../src/services/analysis/priority-change.js';
import { updateBrand } from '../../src/services/brands/change-brand.js';
import {
  addRewriteItems,
  createRewriteBatch,
  startRewriteBatch,
} from '../../src/services/rewrites/fill-batch.js';
import { applySuggestion } from '../../src/services/suggestions/apply-suggestion.js';
import { measureSuggestions } from '../../src/services/suggestions/measure-suggestion.js';
import { sendTestEvent } from '../../src/services/webhooks/replay-delivery.js';
import { createWikiPage, updateWikiPage } from '../../src/services/wiki/wiki.js';
import { verify } from '../../src/webhooks/verify.js';
import { startApp, type TestApp } from '../helpers/app.js';
import { readDescription } from '../helpers/client/description.js';
import { faultOfDelivered } from '../helpers/outside/delivered.js';
import { createReceiver, type Receiver, toPlain } from '../helpers/outside/receiver.js';
import { type Told, tellRun } from '../helpers/records/answers.js';
import { createBrandFixture } from '../helpers/records/dashboard.js';
import { createTenant, makeBrand, ownerOf, start } from '../helpers/records/probe.js';
import { suggest } from '../helpers/records/suggestion.js';
import { createClock } from '../helpers/run/clock.js';
import { until } from '../helpers/run/until.js';
import { createWatched } from '../services/sentinel/fixture.js';
import { makeEndpoint } from './fixture.js';

const DAY_MS = 86_400_000;
const EVENTS = [
  'wiki.page.created',
  'wiki.page.updated',
  'lint.issue.detected',
  'aeo.batch.completed',
  'citation.gap.alert',
];
const OTHERS = [
  'citation.discovered',
  'priority.changed',
  'sentinel.triggered',
  'uplift.measured',
  'api.deprecation.announced',
];
let app: TestApp;
let receiver: Receiver;
const told = () => new Set(receiver.received.map(({ event }) => event));

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

/** Causes the five events of document 1 (docs/contract.md, `D1-EVENT-5`). */
async function expectDocument1(): Promise<void> {
  const tenant = await createTenant(app);
  const owner = ownerOf(tenant);
  const endpoint = await makeEndpoint(app, tenant, receiver.url, EVENTS);
  const brand = await makeBrand(app, tenant);
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
  await updateBrand(app.deps, tenant, brand.id, { competitors: rivals.map((name) => ({ name })) });

  const input = { brandId: brand.id, title: 'Facts', body: 'Acme is a CRM for small teams.' };
  const page = await createWikiPage(app.deps, owner, input, null);
  await updateWikiPage(app.deps, owner, page.id, {
    body: `${input.body} It makes sales 40% faster.`,
  });
  const batch = await createRewriteBatch(app.deps, owner, { brandId: brand.id }, null);
  const items = [{ text: 'Acme is a CRM. It was founded in 1999.' }];
  await addRewriteItems(app.deps, owner, { batchId: batch.id, items }, null);
  await startRewriteBatch(app.deps, owner, batch.id);
  await start(app, tenant, brand, { samplesPerPrompt: 3 });

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
    answers: 54,
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
}

/** Causes the four events of document 2 (docs/contract.md) and the notice of an end. */
async function expectDocument2(): Promise<void> {
  const clock = createClock();
  clock.moveToNoon();
  // Its time goes on as it is told to; what it tells is sent by the other process.
  const later = await startApp(
    { ROLE: 'web', WEBHOOK_ALLOW_HOSTS: receiver.place },
    { now: clock.now, databaseUrl: app.databaseUrl },
  );
  const from = receiver.received.length;
  const secrets = new Map<string, string>();
  const listen = async (tenant: Tenant) => {
    const endpoint = await makeEndpoint(app, tenant, receiver.url, OTHERS);
    secrets.set(endpoint.id, endpoint.secret);
  };
  try {
    // A run over real answers finds links.
    const tenant = await createTenant(app);
    await listen(tenant);
    await start(app, tenant, await makeBrand(app, tenant));

    // Two runs after a quiet month name the brand far less often.
    const watched = await createWatched(later);
    await listen(watched.tenant);
    await updateBrand(later.deps, watched.tenant, watched.brandId, { confirmIncidents: false });
    await watched.quietMonth({ mentioned: 7 });
    for (const minutes of [0, 5]) await watched.look(7, { mentioned: 3 }, minutes);

    // A share of the words moves by ten points, and a suggestion that was applied has worked.
    const fixture = await createBrandFixture(later);
    await listen(fixture.tenant);
    const rival = newId();
    const { prompts } = fixture;
    // To each prompt in turn: many answers to one say little.
    const answers = (hits: number, of: number, prominence: number): Told[] =>
      Array.from({ length: of }, (_, index) => ({
        promptId: prompts[index % prompts.length] ?? '',
        ...(index < hits
          ? { rank: 1, mentioned: true, prominence, rivals: { [rival]: 2 } }
          : { prominence: 0, rivals: { [rival]: 1 } }),
      }));
    const tell = (days: number, said: Told[]) =>
      tellRun(later, fixture.tenant, fixture.brandId, {
        at: new Date(clock.now().getTime() + days * DAY_MS),
        answers: said,
      });
    const examined = { brandId: fixture.brandId, sandbox: true, entitySetHash: 'same' };
    const examine = () => examinePriorities(later.deps, fixture.tenant, [examined]);
    await tell(-0.01, answers(18, 60, 0.5));
    await examine();
    const { id } = await suggest(later.deps, fixture.tenant, { brandId: fixture.brandId });
    await applySuggestion(later.deps, fixture.tenant, id, prompts);
    await tell(15, answers(33, 60, 0.9));
    clock.move(16 * DAY_MS + 1);
    await measureSuggestions(later.deps);
    await examine();

    // An operator sets a date.
    await listen({ ...fixture.tenant, environment: 'live' });
    const currentPathsEnd = new Date(Math.ceil(clock.now().getTime() / DAY_MS + 120) * DAY_MS);
    const ending = { ...later.deps, config: { ...later.deps.config, currentPathsEnd } };
    const announced = await announceEnd(ending);
    await tellOfEnd(ending, announced as Deprecation, listEndingPaths(routes));

    await until(async () => OTHERS.every((event) => told().has(event)), 40_000);
  } finally {
    await later.dispose();
  }
  for (const { body, headers, eventId } of receiver.received.slice(from)) {
    expect(headers['x-service-signature']).toMatch(/^sha256=[0-9a-f]{64}$/);
    const genuine = [...secrets.values()].filter(
      (secret) => verify(toPlain(headers), body, secret, new Date()).isGenuine,
    );
    expect([JSON.parse(body).event, genuine.length]).toEqual([JSON.parse(body).event, 1]);
    expect(headers['webhook-id']).toBe(eventId);
  }
}

test('every event comes from what really happens, arrives signed, and is as the description says', async () => {
  await expectDocument1();
  await expectDocument2();
  const tenant = await createTenant(app);
  const { id } = await makeEndpoint(app, tenant, receiver.url, EVENTS);
  await sendTestEvent(app.deps, tenant, { id, event: null }, null);
  await until(async () => told().has('webhook.test'), 20_000);
  expect([...told()].sort()).toEqual(Object.keys(readDescription().webhooks).sort());
  expect(receiver.received.map(faultOfDelivered).filter((fault) => fault !== null)).toEqual([]);

  // A post beside the description would be found out.
  const [one] = receiver.received.filter(({ event }) => event === 'sentinel.triggered');
  const { headers = {}, body = '' } = one ?? {};
  const change = (data: object) => {
    const sent = JSON.parse(body);
    return faultOfDelivered({
      headers,
      body: JSON.stringify({ ...sent, data: { ...sent.data, ...data } }),
    });
  };
  expect(change({})).toBeNull();
  expect(change({ severity: 'dire' })).toContain('/data/severity');
  expect(change({ openedAt: 'today' })).toContain('/data/openedAt');
  expect(change({ more: 1 })).toContain('"more"');
  const { 'x-service-signature': _, ...unsigned } = headers;
  expect(faultOfDelivered({ headers: unsigned, body })).toContain('lacks the header');
});
