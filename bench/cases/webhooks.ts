import { Pool } from 'undici';
import { loadConfig } from '../../src/config.js';
import type { Deps, Scope } from '../../src/deps.js';
import { newId } from '../../src/domain/id.js';
import { Outbox } from '../../src/entities/run.js';
import { createRuntime } from '../../src/runtime.js';
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
} from '../../src/services/webhook-endpoint.js';
import { makeSecret, signatureHeaders, toSigningKey } from '../../src/webhooks/sign.js';
import { createClient } from '../load.js';
import { startProgram } from '../program.js';
import { type Line, median, report, show } from '../report.js';
import { quiet, type Stage } from '../stage.js';

const ROUNDS = 7;
const DELIVERIES = 1_000;
const IN_ALL = 20;
const AT_ONE = 5;
const LOOK_EVERY_MS = 10;
/** As a receiver does that stores what it gets, and as one that does nothing at all. */
const LATENCIES_MS = [10, 0];
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

/** The same posts by hand: bodies that exist already, signed, at most so many at once, and no record of them. */
function createLoop(ports: readonly number[]) {
  const keys = [toSigningKey(makeSecret())];
  const pools = ports.map((port) => new Pool(`http://127.0.0.1:${port}`, { connections: AT_ONE }));
  const body = JSON.stringify({
    eventId: newId(),
    event: EVENT,
    brandId: newId(),
    data: toData(1),
  });
  const post = async (index: number) => {
    const at = Math.floor(Date.now() / 1_000);
    const signed = { scheme: 'digest' as const, eventId: newId(), body, at, keys };
    const headers = { 'content-type': 'application/json', ...signatureHeaders(signed) };
    const pool = pools[index % pools.length] as Pool;
    const response = await pool.request({ path: '/hook', method: 'POST', headers, body });
    await response.body.dump();
  };
  return {
    async run(): Promise<void> {
      let next = 0;
      const work = async () => {
        while (next < DELIVERIES) {
          next += 1;
          await post(next);
        }
      };
      await Promise.all(Array.from({ length: IN_ALL }, work));
    },
    close: () => Promise.all(pools.map((pool) => pool.close())),
  };
}

const tell = (deps: Deps, scope: Scope, count: number): Promise<unknown> => {
  const createdAt = deps.now();
  const brandId = newId();
  const rows = Array.from({ length: count }, (_, number) => ({
    ...{ accountId: scope.accountId, environment: scope.environment },
    ...{ id: newId(), event: EVENT, brandId, createdAt, data: toData(number) },
  }));
  return deps.db.write(scope, (em) => em.insertMany(Outbox, rows));
};

/** Undelivered ones; none when all of it is stored, too. */
async function countLeft(deps: Deps, scope: Scope): Promise<number> {
  const text = `select (select count(*) from webhook_delivery where status = 'pending')
    + (select count(*) from auth.outbox_pending) as left`;
  const [row] = await deps.db.read<{ left: number }>(scope, { name: 'bench-left', text }, []);
  return row?.left ?? 0;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

/** From the fact to the last stored delivery, over the same posts from a loop, in turns. */
async function measure({ settings, tenant, keep }: Stage, latencyMs: number): Promise<Line> {
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
  const scope: Scope = { accountId: tenant.accountId, environment: tenant.environment };
  const endpoints: string[] = [];
  for (const port of ports) {
    const input = { url: `http://127.0.0.1:${port}/hook`, events: [EVENT], description: null };
    endpoints.push((await createWebhookEndpoint(deps, scope, input, null)).webhookEndpoint.id);
  }
  const loop = createLoop(ports);
  keep(loop.close);
  const ours: number[] = [];
  const rival: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const byHand = await timed(loop.run);
    const wanted = (await see()).posts + DELIVERIES;
    const delivered = await timed(async () => {
      await tell(deps, scope, DELIVERIES / ports.length);
      while ((await see()).posts < wanted || (await countLeft(deps, scope)) > 0)
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    });
    report(
      `webhooks: round ${round} of ${ROUNDS}: ${show(delivered)} ms, by hand ${show(byHand)} ms`,
    );
    // The first round warms up.
    if (round === 0) continue;
    ours.push(delivered);
    rival.push(byHand);
  }
  const { most, mostInAll } = await see();
  if (most > AT_ONE || mostInAll > IN_ALL)
    throw new Error(`${most} were open at one receiver, ${mostInAll} at all of them`);
  // The next has receivers of its own, and the machine for itself.
  await program.dispose();
  for (const id of endpoints) await deleteWebhookEndpoint(deps, scope, id);
  return {
    name: `${DELIVERIES} webhooks to 8 receivers that take ${latencyMs} ms`,
    ours: `${show(median(ours))} ms`,
    rival: `${show(median(rival))} ms`,
    values: [median(ours.map((value, index) => value / (rival[index] ?? Number.NaN)))],
    target: { value: 2, most: true, unit: ' times' },
  };
}

export async function measureWebhooks(stage: Stage): Promise<Line[]> {
  const lines: Line[] = [];
  for (const latencyMs of LATENCIES_MS) lines.push(await measure(stage, latencyMs));
  return lines;
}
