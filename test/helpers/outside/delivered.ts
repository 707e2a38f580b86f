import type { IncomingHttpHeaders } from 'node:http';
import { describeApi, explain, type Parameter, pointer } from '../client/description.js';

/** One webhook request as received. */
export interface Delivered {
  headers: IncomingHttpHeaders;
  body: string;
}

function* headerFaults(event: string, headers: IncomingHttpHeaders): Generator<string> {
  const { description, compile } = describeApi();
  const parameters = description.webhooks[event]?.post.parameters ?? [];
  for (const [at, parameter] of parameters.entries()) {
    const { name, required } = parameter as Parameter;
    const value = headers[name.toLowerCase()];
    if (value === undefined) {
      if (required) yield `lacks the header ${name}`;
      continue;
    }
    const params = ['webhooks', event, 'post', 'parameters', String(at), 'schema'];
    const check = compile(pointer(...params));
    if (!check(value)) yield `has the header ${name}: ${value}, but ${explain(check.errors)}`;
  }
}

function* faultsOf({ headers, body }: Delivered): Generator<string> {
  const sent = JSON.parse(body) as { event?: string };
  const event = String(sent.event);
  const { description, compile } = describeApi();
  if (description.webhooks[event] === undefined) return yield 'is described nowhere';
  if (headers['content-type'] !== 'application/json')
    yield `is of the type ${headers['content-type']}`;
  yield* headerFaults(event, headers);
  const params = [
    'webhooks',
    event,
    'post',
    'requestBody',
    'content',
    'application/json',
    'schema',
  ];
  const check = compile(pointer(...params));
  if (!check(sent)) yield explain(check.errors);
}

/** The first fault of a webhook request by the API description; null if it conforms. */
export function faultOfDelivered(delivered: Delivered): string | null {
  const faults = [...faultsOf(delivered)];
  if (faults.length === 0) return null;
  const { event } = JSON.parse(delivered.body) as { event?: string };
  const told = faults.map((fault) => `  - it ${fault}`).join('\n');
  return `the event ${event} is not as described:\n${told}\n${delivered.body.slice(0, 2_000)}`;
}
