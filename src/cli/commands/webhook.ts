import type { Command } from 'commander';
import type { Deps, Tenant } from '../../deps.js';
import { badInput } from '../../errors.js';
import { replayDelivery, sendTestEvent } from '../../services/webhooks/replay-delivery.js';
import {
  findWebhookDelivery,
  loadWebhookAttempts,
  type WebhookDeliveryRow,
} from '../../services/webhooks/webhook-delivery.js';
import { listWebhookEndpoints } from '../../services/webhooks/webhook-endpoint.js';
import { addNoun, addVerb, parseCount, toPort, withJson } from '../options.js';
import { addAction, type CommandResult, toTable } from '../perform.js';
import { addEnvironment, addUser, type OfUser, selectUser } from '../selection.js';
import { currentShell } from '../shell.js';
import { type ListenOptions, listenForWebhooks } from './webhook-listen.js';

/** Longer than the timeout of an attempt. */
const WAIT_MS = 20_000;
const LOOK_EVERY_MS = 100;

const NOT_SENT =
  'The delivery was not sent within 20 seconds. It stays pending until a server sends it. Check that the server is running (npm start).';

/** Waits for the server's next attempt and returns its result. */
async function awaitAttempt(
  deps: Deps,
  tenant: Tenant,
  { id, attemptCount }: WebhookDeliveryRow,
): Promise<CommandResult> {
  const startedMs = performance.now();
  let delivery = await findWebhookDelivery(deps, tenant, id);
  while (delivery.attemptCount === attemptCount && performance.now() - startedMs < WAIT_MS) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    delivery = await findWebhookDelivery(deps, tenant, id);
  }
  const [attempt] = await loadWebhookAttempts(deps, tenant, [id]);
  if (delivery.status !== 'delivered') currentShell().exitCode = 1;
  const { eventId, event, status } = delivery;
  const data = { id, eventId, event, status, attempt: attempt ?? null };
  if (delivery.attemptCount === attemptCount) return { data, text: NOT_SENT };
  const rows = [
    ['delivery', id],
    ['event', `${event} ${eventId}`],
    ['status', status],
    ['answer', attempt?.error ?? `${attempt?.statusCode} after ${attempt?.latencyMs} ms`],
  ];
  return { data, text: toTable(rows) };
}

async function chooseEndpoint(
  deps: Deps,
  tenant: Tenant,
  wanted: string | undefined,
): Promise<string> {
  if (wanted !== undefined) return wanted;
  const endpoints = await listWebhookEndpoints(deps, tenant);
  const [only, ...others] = endpoints;
  if (only === undefined)
    throw badInput('endpoint', `does not exist in ${tenant.environment} data`);
  if (others.length > 0) {
    const named = endpoints.map(({ id, url }) => `${id} (${url})`).join(', ');
    throw badInput('endpoint', `is required with several endpoints; choose one of ${named}`);
  }
  return only.id;
}

const scopeOf = async (deps: Deps, options: OfUser): Promise<Tenant> => ({
  accountId: (await selectUser(deps, options)).accountId,
  environment: options.environment,
});

function addListen(webhook: Command): void {
  const verb = addVerb(
    webhook,
    'listen',
    'Receive webhooks on this machine, verify both signatures and print each request. Needs no database.',
    ["webhook listen --port 9000 --secret 'whsec_…'"],
  )
    .requiredOption('--port <n>', 'port on 127.0.0.1; 0 takes any free port', toPort)
    .requiredOption('--secret <secret>', 'secret of the endpoint')
    .option('--count <n>', 'exit after this many requests', parseCount);
  withJson(verb).action((options: ListenOptions) => listenForWebhooks(options));
}

function addTest(webhook: Command): void {
  const verb = addVerb(
    webhook,
    'test',
    'Send an example event to an endpoint and print its answer. The server sends the event.',
    [
      'webhook test --email ada@example.com',
      'webhook test --email ada@example.com --endpoint 019a2b3c-… --event citation.discovered',
    ],
  );
  addEnvironment(addUser(verb, "endpoint's account"))
    .option('--endpoint <id>', 'id of the endpoint; required when there are several')
    .option('--event <name>', 'name of the event', 'webhook.test');
  addAction(verb, async (deps, options: OfUser & { endpoint?: string; event: string }) => {
    const tenant = await scopeOf(deps, options);
    const id = await chooseEndpoint(deps, tenant, options.endpoint);
    const delivery = await sendTestEvent(deps, tenant, { id, event: options.event }, null);
    return awaitAttempt(deps, tenant, { ...delivery, attemptCount: 0 });
  });
}

function addReplay(webhook: Command): void {
  const verb = addVerb(
    webhook,
    'replay <delivery>',
    'Send a delivery again with its original id and body. The server sends it.',
    ['webhook replay --email ada@example.com 019a2b3c-…'],
  );
  addAction(
    addEnvironment(addUser(verb, "delivery's account")),
    async (deps, options: OfUser, deliveryId) => {
      const tenant = await scopeOf(deps, options);
      const before = await findWebhookDelivery(deps, tenant, deliveryId);
      await replayDelivery(deps, tenant, deliveryId);
      return awaitAttempt(deps, tenant, before);
    },
  );
}

export const addWebhookCommands = addNoun('webhook', 'Test webhooks', [
  addListen,
  addTest,
  addReplay,
]);
