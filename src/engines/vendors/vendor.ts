import type { LanguageModel, ModelMessage, ToolSet } from 'ai';
import type { CitedLink, Question } from '../engine.js';
import type { Endpoint } from '../settings.js';

/** Where a vendor is asked, and the connection of this one attempt. */
export interface Connection extends Omit<Endpoint, 'apiKey'> {
  platform: string;
  /** Empty where the server takes none: what is undefined the SDK looks for in the environment. */
  apiKey: string;
  fetch: typeof globalThis.fetch;
}

/** What the SDK is called with. */
export interface Asking {
  model: LanguageModel;
  /** Only tools that the vendor runs itself. */
  tools?: ToolSet;
  /** What it is told beside the question. */
  instructions?: string;
  /** How much it thinks before it answers; no more than it must, so that an answer ends within its attempt. */
  reasoning?: 'low';
  providerOptions?: NonNullable<ModelMessage['providerOptions']>;
}

/** What a vendor's own body says, and the SDK's result does not. */
export interface VendorReading {
  citations: CitedLink[];
  searchQueries: string[];
  /** The model that answered, or null where the SDK reads it too. */
  model: string | null;
  /** US dollars, where the vendor says so itself. */
  costUsd: number | null;
  /** Searches that the vendor bills for. */
  searches: number;
  isRefusal: boolean;
  isTruncated: boolean;
}

/** One dialect: how a question is put, and how its answer is read. */
export interface Vendor {
  prepare(connection: Connection, question: Question): Asking;
  /** How data is asked for: nothing is searched. */
  prepareComposition(connection: Connection): Asking;
  /** Whether the shape of the data is asked for in words; otherwise the SDK tells it, to DeepSeek in words of its own. */
  schemaInWords?: boolean;
  /** What needs the key and buys no answer, such as the list of models: a URL below the base URL, without its first slash. */
  pingPath: string;
  /** Whether a server may do without that list and be none the worse. */
  mayListNothing?: boolean;
  /** The headers that carry a key, for requests that the SDK does not make. */
  toKeyHeaders(apiKey: string): Record<string, string>;
  /** Takes any JSON: what is missing or of another type is left out. */
  read(body: unknown): VendorReading;
  /** The body as the SDK can read it, where the vendor writes what its dialect does not have. */
  toReadable?(body: unknown): unknown;
  /** Whether it searches the web before it answers; undefined where that depends on the server. */
  searchesWeb?: boolean;
  /** Whether the price table is about this vendor's own models. */
  hasListPrices?: boolean;
}

export const NOTHING_READ: VendorReading = {
  citations: [],
  searchQueries: [],
  model: null,
  costUsd: null,
  searches: 0,
  isRefusal: false,
  isTruncated: false,
};

/** Undefined for what is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const toBearer = (apiKey: string): Record<string, string> => ({
  authorization: `Bearer ${apiKey}`,
});

/** Far beyond what any answer costs. Sums of more could not be stored. */
const MOST_DOLLARS = 10_000;

/** What an answer costs, if the amount can be that. */
export const toDollars = (amount: unknown): number | null =>
  typeof amount === 'number' && amount >= 0 && amount <= MOST_DOLLARS ? amount : null;

/** Where the search of a vendor looks from; it takes a country and nothing finer. */
export const toLocation = (country: string | null) =>
  country !== null && /^[a-z]{2}$/iu.test(country)
    ? { type: 'approximate' as const, country: country.toUpperCase() }
    : undefined;
