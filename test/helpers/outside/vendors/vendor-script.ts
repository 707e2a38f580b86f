import { misbehave, reply } from './transport.js';

/** What a scripted vendor is told to answer. */
export interface Said {
  text: string;
  links: readonly { url: string; title: string }[];
  queries: readonly string[];
}

interface Reply {
  status: number;
  body: unknown;
}

/** The most that any call may have answered: it is what a call may cost. */
export const OUTPUT_LIMIT = 8_192;

/** One vendor's wire format: a maker for each kind of body it writes. */
export interface VendorScript {
  platform: string;
  /** The path of its requests, below the base URL. */
  path: string;
  /** The header that carries the key. */
  keyHeader(key: string): Record<string, string>;
  /** What a question from Germany holds beside its words. */
  asked: object;
  answer(said: Said): object;
  /** What a request for data of this shape holds beside its words. */
  askedForData(schema: object): object;
  /** Its answer to that: these words in the place where the data stands. */
  data(words: string): object;
  /** What needs the key and buys no answer: its path from the root of the server, and what it answers. */
  ping: { path: string; answer: object };
  refusal(): object;
  empty(): object;
  truncated(text: string): object;
  /** Its answer to a wrong key, which it may repeat. */
  wrongKey(key: string): Reply;
  tooMany(): object;
  broken(): object;
  /** How it names itself, and what the numbers in its bodies come to. */
  model: string;
  tokensUsed: number;
  costUsd: number;
  /** The same, where nothing was searched. */
  dataCostUsd: number;
  citationCapable: boolean;
  /** Whether it tells which queries it ran. */
  tellsQueries: boolean;
  /** A text as this vendor writes it, where that differs. */
  write?(text: string): string;
  /** A link as this vendor cites it. */
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

/** The text of the good answer, as the vendor writes it. */
export const textOf = ({ write }: VendorScript): string => write?.(SAID.text) ?? SAID.text;

/** Work that comes back as data, and the data. */
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

/** The same behaviours of every vendor, each in its own form. */
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
