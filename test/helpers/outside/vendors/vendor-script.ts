import { misbehave, reply } from './transport.js';

/** The content of a scripted vendor's answer. */
export interface Said {
  text: string;
  links: readonly { url: string; title: string }[];
  queries: readonly string[];
}

interface Reply {
  status: number;
  body: unknown;
}

/** Maximum output tokens of any call; bounds its cost. */
export const OUTPUT_LIMIT = 8_192;

/** One vendor's wire format, with a factory for each kind of body. */
export interface VendorScript {
  platform: string;
  /** Path of questions, relative to the base URL. */
  path: string;
  /** Header with the key. */
  keyHeader(key: string): Record<string, string>;
  /** Fields of a question from Germany besides its text. */
  asked: object;
  answer(said: Said): object;
  /** Fields of a composition request with this schema besides its text. */
  askedForData(schema: object): object;
  /** Response to a composition request with these words as its data. */
  data(words: string): object;
  /** Path of the ping from the root of the server, and its response. */
  ping: { path: string; answer: object };
  refusal(): object;
  empty(): object;
  truncated(text: string): object;
  /** Response to a wrong key; may repeat the key. */
  wrongKey(key: string): Reply;
  tooMany(): object;
  broken(): object;
  /** Model name in responses, and expected tokens and cost. */
  model: string;
  tokensUsed: number;
  costUsd: number;
  /** Expected cost of a composition, without searches. */
  dataCostUsd: number;
  citationCapable: boolean;
  /** Whether responses contain the search queries. */
  tellsQueries: boolean;
  /** Converts a text to the vendor's form, if different. */
  write?(text: string): string;
  /** Converts a link to the vendor's form of citation. */
  cite(link: { url: string; title: string }): { url: string; title: string | null };
}

export const SAID: Said = {
  text: 'Acme is the best known. Globex comes second.',
  links: [
    { url: 'https://acme.com/crm', title: 'Acme CRM' },
    { url: 'https://reviews.example.org/crm?page=2', title: 'The best CRM' },
  ],
  queries: ['best crm for small teams', 'acme crm reviews'],
};

/** The text of a successful answer, in the vendor's form. */
export const textOf = ({ write }: VendorScript): string => write?.(SAID.text) ?? SAID.text;

/** An assignment for `compose`. */
export const ASSIGNMENT = {
  instructions: 'Say how the text speaks of the brand.',
  input: 'Acme is the best known.',
  schema: {
    type: 'object',
    properties: {
      tone: { type: 'string', enum: ['positive', 'neutral', 'negative'] },
      quote: { type: ['string', 'null'] },
    },
    required: ['tone', 'quote'],
    additionalProperties: false,
  },
};
export const DATA = { tone: 'positive', quote: 'the best known' };

/** The same behaviours for every vendor, each in its wire format. */
export const behavioursOf = (vendor: VendorScript, key: string) => ({
  good: reply(200, vendor.answer(SAID)),
  data: reply(200, vendor.data(JSON.stringify(DATA))),
  ping: reply(200, vendor.ping.answer),
  'wrong shape': reply(200, vendor.data('{"tone":"glad","quote":null}')),
  'more than asked': reply(200, vendor.data(JSON.stringify({ ...DATA, why: 'because' }))),
  prose: reply(200, vendor.data('It is positive.')),
  'half an object': reply(200, vendor.data('{"tone":"positive","quo')),
  refusal: reply(200, vendor.refusal()),
  empty: reply(200, vendor.empty()),
  truncated: reply(200, vendor.truncated('Acme is the')),
  'wrong key': reply(vendor.wrongKey(key).status, vendor.wrongKey(key).body),
  '429': reply(429, vendor.tooMany(), { 'retry-after': '0.2' }),
  '429 for an hour': reply(429, vendor.tooMany(), { 'retry-after': '3600' }),
  '500': reply(500, vendor.broken()),
  'wrong form': reply(200, ['unexpected']),
  'half JSON': misbehave.half(vendor.answer(SAID)),
  HTML: misbehave.html(200),
  '503 in HTML': misbehave.html(503),
  'error inside': reply(200, vendor.broken()),
  endless: misbehave.endless(),
  drip: misbehave.drip(),
  reset: misbehave.reset(),
  'reset at once': misbehave.resetAtOnce(),
  hang: misbehave.hang(),
});

export type BehaviourName = keyof ReturnType<typeof behavioursOf>;
