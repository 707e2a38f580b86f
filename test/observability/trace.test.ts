import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startApp, type TestAccount, type TestApp } from '../helpers/app.js';
import { call } from '../helpers/client/http.js';
import {
  type CollectedSpan,
  type Collector,
  createCollector,
} from '../helpers/outside/collector.js';
import {
  behave,
  behind,
  createOpenAiServer,
  type OpenAiServer,
} from '../helpers/outside/openai-server.js';
import { createReceiver, type Receiver } from '../helpers/outside/receiver.js';
import { untilEnded } from '../helpers/records/probe.js';
import { captureLogs } from '../helpers/run/logs.js';
import { until } from '../helpers/run/until.js';
import { makeEndpoint } from '../webhooks/fixture.js';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';
const REQUEST = 'one-id.for_all-1';
const LINK = { url: 'https://source.example/page', title: 'A page' };

let collector: Collector;
let vendor: OpenAiServer;
let receiver: Receiver;
let app: TestApp;
let account: TestAccount;
let key: string;
let secret: string;
let spans: CollectedSpan[];
const logs = captureLogs();

beforeAll(async () => {
  collector = await createCollector();
  vendor = await createOpenAiServer([behave.annotated([LINK])]);
  receiver = await createReceiver();
  app = await startApp(
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=of%20the%20collector',
      WEBHOOK_ALLOW_HOSTS: receiver.place,
      ...behind(vendor, ['chatgpt']),
    },
    { log: logs.log },
  );
  account = await app.createAccount();
  key = await account.makeKey({ environment: 'live' });
  const tenant = { accountId: account.accountId, environment: 'live' as const };
  ({ secret } = await makeEndpoint(app, tenant, receiver.url, ['citation.discovered']));
  const body = { name: 'Acme Unseen', category: 'CRM software', website: 'https://acme.com' };
  const made = await call(app.url, 'POST', '/api/v1/brands', { key, body });
  const { brand } = made.json<{ brand: { id: string } }>();
  const started = await call(app.url, 'POST', '/api/v1/probes', {
    key,
    body: { brandId: brand.id, platforms: ['chatgpt'] },
    headers: { 'x-request-id': REQUEST, traceparent: `00-${TRACE}-${PARENT}-01` },
  });
  expect(started.status).toBe(202);
  await untilEnded(app, tenant, { id: started.json<{ runId: string }>().runId });
  await until(async () => receiver.received.length > 0, 20_000);
  const gone = '/api/v1/brands/no-such-brand';
  await call(app.url, 'GET', gone, { key, headers: { traceparent: 'no trace at all' } });
  await call(app.url, 'POST', '/graphql', { key, body: { query: '{ brands { totalCount } }' } });
  // What was not sent yet is sent when it stops.
  await app.dispose();
  spans = collector.spans();
});
afterAll(async () => {
  await vendor.dispose();
  await receiver.dispose();
  await collector.dispose();
});

const ours = () => spans.filter(({ traceId }) => traceId === TRACE);

/** The names from a span up to where its trace came in. */
function pathOf(span: CollectedSpan | undefined): string[] {
  if (span === undefined) return [];
  return [span.name, ...pathOf(spans.find(({ spanId }) => spanId === span.parentSpanId))];
}
const find = (name: string) => ours().find((span) => span.name === name);

describe('a probe that a caller started within a trace', () => {
  test('goes on with it, from the request over the job to the engine call', () => {
    const request = find('POST /api/v1/probes');
    expect(request).toMatchObject({
      parentSpanId: PARENT,
      attributes: {
        'http.route': '/api/v1/probes',
        'http.response.status_code': 202,
        'answerscope.request_id': REQUEST,
        'answerscope.account_id': account.accountId,
      },
    });
    expect(pathOf(find('chat chatgpt'))).toEqual([
      'chat chatgpt',
      'job probe-run',
      'mutation StartProbe',
      'POST /api/v1/probes',
    ]);
    const questions = ours().filter(({ name }) => name === 'chat chatgpt');
    expect(questions).toHaveLength(12);
    expect(questions[0]?.attributes).toMatchObject({ 'answerscope.sandbox': false });
  });

  test('holds its statements, without a value', () => {
    const statements = ours().filter(({ attributes }) => 'db.system.name' in attributes);
    expect(pathOf(find('store-answer'))).toContain('job probe-run');
    expect(statements.length).toBeGreaterThan(20);
    for (const { name, attributes } of statements)
      if ('db.query.text' in attributes) {
        expect(attributes['db.query.text']).toContain('$1');
        expect(name).toMatch(/^[a-z-]+$/);
      } else expect(name).toMatch(/^[A-Z ]+( [\w.]+)?$/);
  });

  test('ends at the receivers of what it found', () => {
    const told = find('webhook citation.discovered');
    expect(pathOf(told).slice(1)).toContain('job probe-run');
    expect(told?.attributes).toMatchObject({ 'http.response.status_code': 200 });
  });

  test('is the one thing that is in it', () => {
    for (const span of ours()) expect(pathOf(span).at(-1)).toBe('POST /api/v1/probes');
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBeGreaterThan(3);
  });
});

test('one request id is in the log of the request, the job, the engine call and the delivery', () => {
  const told = logs.lines().filter(({ requestId }) => requestId === REQUEST);
  const words = new Set(told.map(({ msg }) => msg));
  for (const msg of ['request', 'job done', 'engine call', 'webhook attempt'])
    expect(words).toContain(msg);
  expect(told.filter(({ msg }) => msg === 'engine call')).toHaveLength(12);
  expect(told.find(({ msg }) => msg === 'job done')).toMatchObject({ job: 'probe-run' });
  for (const { traceId } of told) expect(traceId).toBe(TRACE);
});

test('receivers of our events get the id, vendors neither it nor the trace', () => {
  expect(receiver.received[0]?.headers['x-request-id']).toBe(REQUEST);
  expect(receiver.received[0]?.headers.traceparent).toBeUndefined();
  expect(vendor.requests.length).toBeGreaterThanOrEqual(12);
  for (const { headers } of vendor.requests)
    for (const name of ['x-request-id', 'traceparent', 'tracestate', 'baggage'])
      expect(headers[name]).toBeUndefined();
});

test('a trace that is none is not taken on', () => {
  const missing = spans.find(({ name }) => name === 'GET /api/v1/brands/:id');
  expect(missing).toMatchObject({ attributes: { 'http.response.status_code': 404 } });
  expect(missing?.parentSpanId ?? '').toBe('');
  expect(missing?.traceId).not.toBe(TRACE);
});

test('a GraphQL request is named by its operation’s type', () => {
  const operation = spans.find(
    (span) => span.name === 'query' && pathOf(span).at(-1) === 'POST /graphql',
  );
  expect(operation?.attributes).toMatchObject({ 'graphql.operation.type': 'query' });
});

test('nothing secret and nothing that anybody wrote is in any of it', () => {
  const all = collector.bodies.join('');
  for (const text of [
    ...[key, account.key, account.cookie, account.password, account.email, secret],
    ...['key-of-chatgpt', 'Acme Unseen', 'source.example', 'no-such-brand', 'of the collector'],
    'CRM software',
  ])
    expect(all).not.toContain(text);
  expect(collector.headers[0]).toMatchObject({
    path: '/v1/traces',
    'api-key': 'of the collector',
    'content-type': 'application/json',
  });
});
