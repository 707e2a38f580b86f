import { Agent, request } from 'node:http';
import { loadConfig } from '../../src/config/config.js';
import type { Deps, Tenant } from '../../src/deps.js';
import { newId } from '../../src/domain/accounts/id.js';
import { Outbox } from '../../src/entities/run.js';
import { createDialer } from '../../src/net/dial.js';
import { createRuntime } from '../../src/runtime.js';
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
} from '../../src/services/webhooks/webhook-endpoint.js';
import { toBody } from '../../src/webhooks/event-kinds.js';
import { makeSecret, signatureHeaders, toSigningKey } from '../../src/webhooks/sign.js';
import { createClient } from '../load.js';
import { startProgram } from '../program.js';
import { type Line, median, report, show } from '../report.js';
import { quiet, type Stage } from '../stage.js';

const ROUNDS = 9;
/** Rounds until the code of both sides is compiled. */
const WARM_UP_ROUNDS = 10;
const DELIVERIES = 1_000;
const IN_ALL = 20;
const AT_ONE = 5;
const LIMIT_MS = 30_000;
/** Latencies of a receiver that does nothing, and of a receiver that stores the event. */
const LATENCIES_MS = [0, 10];
const EVENT = 'citation.discovered';

interface Seen {
  ports: number[];
  posts: number;
  most: number;
  mostInAll: number;
}

const toData = (number: number) => ({
  platform: 'chatgpt',
  sourceUrl: `https://news.example/articles/${number}`,
  sourceDomain: 'news.example',
  promptHash: '0'.repeat(64),
  discoveredAt: '2026-01-02T03:04:05.000Z',
});

const toFacts = (count: number) => {
  const shared = { event: EVENT, brandId: newId(), createdAt: new Date() };
  return Array.from({ length: count }, (_, number) => ({
    ...shared,
    ...{ id: newId(), data: toData(number) },
  }));
};

type Post = (
  url: string,
  headers: Record<string, string>,
  body: string,
) => Promise<number | null | undefined>;

const byFetch: Post = async (url, headers, body) => {
  const response = await fetch(url, { method: 'POST', headers, body });
  await response.text();
  return response.status;
};

const agent = new Agent({ keepAlive: true });
const byHttp: Post = (url, headers, body) =>
  new Promise((resolve, reject) => {
    const length = { 'content-length': String(Buffer.byteLength(body)) };
    request(url, { method: 'POST', agent, headers: { ...headers, ...length } }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    })
      .on('error', reject)
      .end(body);
  });

/** The same posts from a loop: prepared bodies, signed, at most IN_ALL in parallel, and nothing stored. */
function createLoop(ports: readonly number[], post: Post) {
  const keys = [toSigningKey(makeSecret())];
  const posts = toFacts(DELIVERIES / ports.length).flatMap((fact) => {
    const event = { eventId: fact.id, body: toBody(fact) };
    return ports.map((port) => ({ ...event, url: `http://127.0.0.1:${port}/hook` }));
  });
  return async (): Promise<void> => {
    const left = posts.values();
    const work = async () => {
      for (const { url, eventId, body } of left) {
        const at = Math.floor(Date.now() / 1_000);
        const headers = {
          'content-type': 'application/json',
          'user-agent': 'Answerscope-Webhooks/1.0',
          ...signatureHeaders({ scheme: 'digest', eventId, body, at, keys }),
        };
        const status = await post(url, headers, body);
        if (status !== 204) throw new Error(`by hand: ${status}`);
      }
    };
    await Promise.all(Array.from({ length: IN_ALL }, work));
  };
}

const tell = (deps: Deps, tenant: Tenant, count: number): Promise<unknown> => {
  const { accountId, environment } = tenant;
  const rows = toFacts(count).map((fact) => ({ accountId, environment, ...fact }));
  return deps.db.transaction(tenant, (tx) => tx.em.insertMany(Outbox, rows));
};

/** Resolves when attempts of `count` more deliveries are stored. */
function stored(deps: Deps, count: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let left = count;
    const end = () => {
      stop();
      clearTimeout(timer);
    };
    const timer = setTimeout(() => {
      end();
      reject(new Error(`${left} deliveries were not stored`));
    }, LIMIT_MS);
    const stop = deps.events.on('webhook', ({ deliveryIds }) => {
      left -= deliveryIds.length;
      if (left > 0) return;
      end();
      resolve();
    });
  });
}

/** Number of pending deliveries and of events not yet turned into deliveries. */
async function countLeft(deps: Deps, tenant: Tenant): Promise<number> {
  const text = `select (select count(*) from webhook_delivery where account_id = :accountId and status = 'pending')
    + (select count(*) from auth.outbox_pending) as left`;
  const [row] = await deps.db.query<{ left: number }>(tenant, { name: 'bench-left', text });
  return row?.left ?? 0;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

/** From the facts' commit to the last stored delivery, over the same posts from a loop, in turns. */
async function measure({ settings, customer, keep }: Stage, latencyMs: number): Promise<Line[]> {
  const receivers = await startProgram({
    file: 'bench/rivals/receivers.js',
    settings: { LATENCY_MS: String(latencyMs) },
    path: '/',
  });
  keep(receivers.dispose);
  const { origin } = receivers;
  const client = createClient(origin);
  keep(client.close);
  const see = () => client.ask({ method: 'GET', path: '/', headers: {} }) as Promise<Seen>;
  const { ports } = await see();
  const opened = {
    ...settings,
    WEBHOOK_ALLOW_HOSTS: ports.map((port) => `127.0.0.1:${port}`).join(),
    WEBHOOK_CONCURRENCY: String(IN_ALL),
  };
  const program = await startProgram({ file: 'src/main.js', settings: opened, path: '/livez' });
  keep(program.dispose);
  const runtime = await createRuntime({ config: loadConfig(opened), log: quiet, supervise: false });
  keep(runtime.dispose);
  const { deps } = runtime;
  const tenant: Tenant = { accountId: customer.accountId, environment: customer.environment };
  const endpoints: string[] = [];
  for (const port of ports) {
    const input = { url: `http://127.0.0.1:${port}/hook`, events: [EVENT], description: null };
    endpoints.push((await createWebhookEndpoint(deps, tenant, input, null)).webhookEndpoint.id);
  }
  const never = new AbortController().signal;
  const allowedHosts = ports.map((port) => `127.0.0.1:${port}`);
  const dialer = createDialer({ allowedHosts, resolveHost: async () => [] });
  keep(dialer.dispose);
  const byClient: Post = async (...post) => (await dialer.post(...post, never))?.statusCode;
  const rivals = [
    { name: 'a loop of fetch', post: byFetch, limit: 2 },
    { name: 'a loop of node:http', post: byHttp, limit: 2 },
    // Shows the cost of the posts alone; the difference is the cost of reliable delivery.
    { name: 'our own client alone', post: byClient, limit: null },
  ].map(({ post, ...rival }) => ({
    ...rival,
    run: createLoop(ports, post),
    times: [] as number[],
  }));
  const ours: number[] = [];
  for (let round = 1 - WARM_UP_ROUNDS; round <= ROUNDS; round += 1) {
    const byHand: number[] = [];
    for (const { run } of rivals) byHand.push(await timed(run));
    const wanted = (await see()).posts + DELIVERIES;
    const allStored = stored(deps, DELIVERIES);
    await tell(deps, tenant, DELIVERIES / ports.length);
    const delivered = await timed(() => allStored);
    const left = wanted - (await see()).posts + (await countLeft(deps, tenant));
    if (left !== 0) throw new Error(`${left} deliveries are missing`);
    report(
      `webhooks: round ${round} of ${ROUNDS}: ${show(delivered)} ms, by hand ${byHand.map(show).join(' and ')} ms`,
    );
    if (round < 1) continue;
    ours.push(delivered);
    for (const [index, { times }] of rivals.entries()) times.push(byHand[index] ?? Number.NaN);
  }
  const { most, mostInAll } = await see();
  if (most > AT_ONE || mostInAll > IN_ALL)
    throw new Error(`${most} posts were open at one receiver, ${mostInAll} at all receivers`);
  // The next measurement uses other receivers and must not share the machine.
  await program.dispose();
  for (const id of endpoints) await deleteWebhookEndpoint(deps, tenant, id);
  return rivals.map(({ name, limit, times }) => ({
    name: `${DELIVERIES} webhooks to 8 receivers that take ${latencyMs} ms, compared with ${name}`,
    ours: `${show(median(ours))} ms`,
    rival: `${show(median(times))} ms`,
    values: [median(ours.map((value, index) => value / (times[index] ?? Number.NaN)))],
    target: { value: limit, most: true, unit: ' times' },
  }));
}

export async function measureWebhooks(stage: Stage): Promise<Line[]> {
  const lines: Line[] = [];
  for (const latencyMs of LATENCIES_MS) lines.push(...(await measure(stage, latencyMs)));
  return lines;
}
