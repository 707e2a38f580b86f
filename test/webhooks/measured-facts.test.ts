import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { RateOverrides } from '../../src/engines/sandbox/model.js';
import { createTasks } from '../../src/jobs/tasks.js';
import { updateBrand } from '../../src/services/brands/change-brand.js';
import { loadPrompts } from '../../src/services/prompts/prompt.js';
import { findPackOf } from '../../src/services/prompts/prompt-pack.js';
import { applySuggestion } from '../../src/services/suggestions/apply-suggestion.js';
import { startApp, type TestApp } from '../helpers/app.js';
import { createReceiver, type Receiver } from '../helpers/outside/receiver.js';
import { createTenant, makeBrand, start, untilEnded } from '../helpers/records/probe.js';
import { suggest } from '../helpers/records/suggestion.js';
import { createClock } from '../helpers/run/clock.js';
import { sql } from '../helpers/run/sql.js';
import { until } from '../helpers/run/until.js';
import { makeEndpoint } from './fixture.js';

const DAY_MS = 86_400_000;
const EVENTS = ['citation.discovered', 'priority.changed', 'sentinel.triggered', 'uplift.measured'];
const PLATFORMS = ['chatgpt', 'gemini', 'perplexity', 'claude', 'grok', 'deepseek'];
const WAIT_MS = 60_000;
const clock = createClock();
let truth: RateOverrides = {};
let app: TestApp;
let receiver: Receiver;

beforeAll(async () => {
  clock.moveToNoon();
  receiver = await createReceiver();
  app = await startApp(
    { WEBHOOK_ALLOW_HOSTS: receiver.place },
    { now: clock.now, sandbox: { truth: () => truth } },
  );
});
afterAll(async () => {
  await app.dispose();
  await receiver.dispose();
});

test('the four events of document 2 (docs/contract.md) follow real facts and arrive signed', async () => {
  const tenant = await createTenant(app);
  const { secret } = await makeEndpoint(app, tenant, receiver.url, EVENTS);
  const brand = await makeBrand(app, tenant);
  const { id: brandId } = brand;
  // Strength is a share among tracked names.
  await updateBrand(app.deps, tenant, brandId, { competitors: [{ name: 'Globex' }] });
  const pack = await findPackOf(app.deps, tenant, brandId, null);
  const prompts = await loadPrompts(app.deps, tenant, [pack.id]);
  const told = (event: string) => receiver.received.filter((one) => one.event === event);
  const arrives = (event: string) => until(async () => told(event).length > 0, WAIT_MS);
  const ask = async () =>
    untilEnded(app, tenant, await start(app, tenant, brand, { samplesPerPrompt: 4 }));
  /** Days pass while nothing is on its way, and no run waits to be looked at: its look would find its answers too old. */
  const pass = async (days: number) => {
    await until(async () => {
      const [row] = await sql<{ open: string }>(
        app.databaseUrl,
        `select (select count(*) from auth.owed_look where account_id = $1) + (
           select count(*) from outbox o where o.account_id = $1 and not exists (
             select from webhook_delivery d where d.event_id = o.id and d.status = 'delivered')) as open`,
        [tenant.accountId],
      );
      return row?.open === '0';
    }, WAIT_MS);
    clock.move(days * DAY_MS);
  };
  const bodyOf = (event: string) => JSON.parse(told(event)[0]?.body ?? '{}');

  truth = { mention: 0.7, citation: 0.3, ownedCitation: 0.1, rivals: { Globex: 0.5 } };
  await ask();
  await arrives('citation.discovered');
  expect(bodyOf('citation.discovered').data).toEqual({
    brandId,
    platform: expect.stringMatching(new RegExp(`^(?:${PLATFORMS.join('|')})$`)),
    sourceUrl: expect.stringMatching(/^https?:\/\//),
    sourceDomain: expect.stringMatching(/^[^/\s]+\.[^/\s]+$/),
    promptHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    discoveredAt: expect.any(String),
  });

  // Eight days later it is hardly named any more; the sentinel asks again by itself, and then believes it.
  await pass(8);
  truth = { ...truth, mention: 0.15 };
  await ask();
  await arrives('priority.changed');
  const priority = bodyOf('priority.changed').data;
  expect(priority).toEqual({
    brandId,
    platform: expect.any(String),
    before: expect.any(Number),
    after: expect.any(Number),
    delta: expect.any(Number),
    observedAt: expect.any(String),
  });
  expect(priority.delta).toBeLessThanOrEqual(-0.1);
  expect(priority.after - priority.before).toBeCloseTo(priority.delta, 3);
  await arrives('sentinel.triggered');
  expect(told('sentinel.triggered').map(({ body }) => JSON.parse(body).data)).toContainEqual({
    brandId,
    incidentId: expect.any(String),
    severity: expect.stringMatching(/^(?:medium|high|critical)$/),
    type: 'ranking_collapse',
    title: expect.any(String),
    openedAt: expect.any(String),
  });

  // A rewrite is put to use, and when both its windows are over the answers bear it out.
  const { id: suggestionId } = await suggest(app.deps, tenant, { brandId });
  clock.move(60_000);
  await applySuggestion(
    app.deps,
    tenant,
    suggestionId,
    prompts.map(({ id }) => id),
  );
  await pass(5);
  truth = { ...truth, mention: 0.9 };
  await ask();
  await pass(12);
  const never = new AbortController().signal;
  await createTasks(app.deps, async () => {}).daily({}, { stop: never, abort: never });
  await arrives('uplift.measured');
  const uplift = bodyOf('uplift.measured').data;
  expect(uplift).toEqual({
    brandId,
    suggestionId,
    metric: 'visibility',
    before: expect.any(Number),
    after: expect.any(Number),
    lift: expect.any(Number),
    measuredAt: expect.any(String),
  });
  expect(uplift.lift).toBeGreaterThanOrEqual(0.05);
  expect(uplift.after - uplift.before).toBeCloseTo(uplift.lift, 3);

  for (const { body, headers, event, eventId } of receiver.received) {
    const sent = JSON.parse(body);
    expect(Object.keys(sent)).toEqual(['eventId', 'event', 'brandId', 'timestamp', 'data']);
    expect(sent).toMatchObject({ event, eventId, brandId });
    expect(new Date(sent.timestamp).toISOString()).toBe(sent.timestamp);
    expect(headers['x-service-signature']).toBe(
      `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    );
    expect(headers['webhook-id']).toBe(eventId);
  }
  expect(EVENTS.map((event) => told(event).length > 0)).toEqual(EVENTS.map(() => true));
  expect(told('uplift.measured')).toHaveLength(1);
  const ids = receiver.received.map(({ eventId }) => eventId);
  expect(new Set(ids).size).toBe(ids.length);
}, 300_000);
