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

/** Longer than an attempt may take. */
const WAIT_MS = 20_000;
const LOOK_EVERY_MS = 100;

const NOT_SENT =
  'Nothing was sent for 20 seconds. It waits until a server does: is one running (npm start)?';

/** What came of the next attempt, which the server makes. */
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
    throw badInput('endpoint', `is missing: there is none in ${tenant.environment} data`);
  if (others.length > 0) {
    const named = endpoints.map(({ id, url }) => `${id} (${url})`).join(', ');
    throw badInput('endpoint', `must say which of these is meant: ${named}`);
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
    'Receive webhooks on this machine, verify both signatures and print what comes. Needs no database.',
    ["webhook listen --port 9000 --secret 'whsec_…'"],
  )
    .requiredOption('--port <n>', 'where to listen, on 127.0.0.1; 0 takes any free port', toPort)
    .requiredOption('--secret <secret>', "the endpoint's secret")
    .option('--count <n>', 'end after so many', parseCount);
  withJson(verb).action((options: ListenOptions) => listenForWebhooks(options));
}

function addTest(webhook: Command): void {
  const verb = addVerb(
    webhook,
    'test',
    'Have the server send a made-up event to an endpoint, and say what it answered.',
    [
      'webhook test --email ada@example.com',
      'webhook test --email ada@example.com --endpoint 019a2b3c-… --event citation.discovered',
    ],
  );
  addEnvironment(addUser(verb, 'whose endpoint'))
    .option('--endpoint <id>', 'which one (default: the only one)')
    .option('--event <name>', 'the kind of event to make an example of', 'webhook.test');
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
    'Have the server send a delivery again, with the id and the body it had.',
    ['webhook replay --email ada@example.com 019a2b3c-…'],
  );
  addAction(
    addEnvironment(addUser(verb, 'whose delivery')),
    async (deps, options: OfUser, deliveryId) => {
      const tenant = await scopeOf(deps, options);
      const before = await findWebhookDelivery(deps, tenant, deliveryId);
      await replayDelivery(deps, tenant, deliveryId);
      return awaitAttempt(deps, tenant, before);
    },
  );
}

export const addWebhookCommands = addNoun('webhook', 'Events that are posted to receivers', [
  addListen,
  addTest,
  addReplay,
]);
