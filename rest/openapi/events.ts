import { type WordsOf, withWords } from './closed-sets.js';
import type { Schema } from './json-schema.js';

/** One kind of event. */
export interface DescribedEvent {
  name: string;
  /** `timestamped` signs with `t=…,v1=…`, `digest` with `sha256=…`. */
  scheme: 'timestamped' | 'digest';
  description: string;
  /** An example body. */
  example: Readonly<Record<string, unknown>>;
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** Infers the schema of a value from an example. */
function schemaOf(value: unknown, wordsOf: WordsOf): Schema {
  if (Array.isArray(value)) return { type: 'array', items: schemaOf(value[0], wordsOf) };
  if (typeof value === 'object' && value !== null)
    return {
      type: 'object',
      required: Object.keys(value),
      properties: Object.fromEntries(
        Object.entries(value).map(([name, part]) => [
          name,
          withWords(schemaOf(part, wordsOf), wordsOf(name)),
        ]),
      ),
    };
  if (typeof value === 'string' && MOMENT.test(value))
    return { type: 'string', format: 'date-time' };
  return { type: typeof value };
}

const header = (name: string, description: string, schema: Schema): object => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string', ...schema },
});

const SIGNATURES = {
  timestamped: {
    pattern: '^t=\\d+(,v1=[0-9a-f]{64}){1,6}$',
    how: '`t=<Unix seconds>,v1=<hex>`: HMAC-SHA256 of `<t>.<body>` with the endpoint’s secret. For 24 hours after a rotation, a further `v1` is signed with the previous secret.',
  },
  digest: {
    pattern: '^sha256=[0-9a-f]{64}$',
    how: '`sha256=<hex>`: HMAC-SHA256 of the raw body with the endpoint’s newest secret.',
  },
} as const;

const BODY_FIELDS: Readonly<Record<string, Schema>> = {
  eventId: {
    description: 'Id of the event, the same in every attempt. Use it to skip duplicates.',
    type: 'string',
  },
  brandId: {
    description: 'Id of the brand; null for an event without a brand.',
    type: ['string', 'null'],
  },
  timestamp: { description: 'Time of the event.', type: 'string', format: 'date-time' },
};

function toOperation(
  { name, scheme, description, example }: DescribedEvent,
  wordsOf: WordsOf,
): object {
  const { pattern, how } = SIGNATURES[scheme];
  const { data } = example;
  return {
    post: {
      operationId: name.replace(/[._](\w)/g, (_, letter: string) => letter.toUpperCase()),
      summary: name,
      description: `${description} Sent up to six times, immediately and after 30 s, 2 min, 10 min, 1 h and 6 h, until the receiver returns 2xx within 15 seconds.`,
      tags: ['Webhooks'],
      security: [],
      parameters: [
        header('X-Service-Signature', how, { pattern }),
        header('webhook-id', 'Id of the event (Standard Webhooks).', {}),
        header('webhook-timestamp', 'Time of the attempt, in Unix seconds.', {
          pattern: '^\\d+$',
        }),
        header('webhook-signature', 'Signature (Standard Webhooks).', { pattern: '^v1,' }),
      ],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: Object.keys(example),
              properties: Object.fromEntries(
                Object.keys(example).map((field) => [
                  field,
                  field === 'event'
                    ? { description: 'Kind of event.', type: 'string', const: name }
                    : (BODY_FIELDS[field] ?? {
                        description: 'Data of the event.',
                        ...schemaOf(data, (field) => wordsOf(`${name}.${field}`)),
                      }),
                ]),
              ),
            },
            example,
          },
        },
      },
      responses: {
        '2XX': { description: 'The event was accepted.' },
        '4XX': {
          description:
            'The event was not accepted and is retried. Any other status outside 2xx has the same effect.',
        },
      },
    },
  };
}

export const toWebhooks = (events: readonly DescribedEvent[], wordsOf: WordsOf): Schema =>
  Object.fromEntries(events.map((event) => [event.name, toOperation(event, wordsOf)]));
