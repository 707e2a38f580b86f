import type { LanguageModel, ModelMessage, ToolSet } from 'ai';
import type { CitedLink, Question } from '../engine.js';
import type { Endpoint } from '../settings.js';

/** Endpoint and HTTP client of one attempt. */
export interface Connection extends Omit<Endpoint, 'apiKey'> {
  platform: string;
  /** Empty if the server needs no key: the SDK would replace undefined by an environment variable. */
  apiKey: string;
  fetch: typeof globalThis.fetch;
}

/** Arguments of the SDK call that depend on the vendor. */
export interface Asking {
  model: LanguageModel;
  /** Only tools that run at the vendor. */
  tools?: ToolSet;
  /** System instructions. */
  instructions?: string;
  /** Reasoning effort; low, so that an answer ends within its attempt. */
  reasoning?: 'low';
  providerOptions?: NonNullable<ModelMessage['providerOptions']>;
}

/** Data in the vendor's response body that the SDK's result lacks. */
export interface VendorReading {
  citations: CitedLink[];
  searchQueries: string[];
  /** The model that answered; null to use the SDK's value. */
  model: string | null;
  /** US dollars as reported by the vendor; null if not reported. */
  costUsd: number | null;
  /** Number of billed searches. */
  searches: number;
  isRefusal: boolean;
  isTruncated: boolean;
}

/** Adapter of one API dialect: builds requests and reads responses. */
export interface Vendor {
  prepare(connection: Connection, question: Question): Asking;
  /** Prepares a composition, without web search. */
  prepareComposition(connection: Connection): Asking;
  /** Whether the instructions contain the JSON Schema; otherwise the SDK sends it (for DeepSeek, as instructions). */
  schemaInWords?: boolean;
  /** URL relative to the base URL (no leading slash) that needs the key and buys no answer, such as a model list. */
  pingPath: string;
  /** Whether a 404 or 405 for `pingPath` still counts as reachable. */
  mayListNothing?: boolean;
  /** Authentication headers for requests outside the SDK. */
  toKeyHeaders(apiKey: string): Record<string, string>;
  /** Accepts any JSON; ignores fields that are missing or of another type. */
  read(body: unknown): VendorReading;
  /** Converts the body for the SDK if the vendor deviates from the dialect. */
  toReadable?(body: unknown): unknown;
  /** Whether the vendor searches the web before answering; undefined if that depends on the server. */
  searchesWeb?: boolean;
  /** Whether the price table covers this vendor's models. */
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

/** Parses JSON; undefined if the text is not valid JSON. */
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

/** Far above the cost of any answer; sums of larger amounts could not be stored. */
const MOST_DOLLARS = 10_000;

/** The amount as a cost in US dollars; null if it is not a number from 0 to 10,000. */
export const toDollars = (amount: unknown): number | null =>
  typeof amount === 'number' && amount >= 0 && amount <= MOST_DOLLARS ? amount : null;

/** Location for the vendor's web search, by country; undefined if the country is not a two-letter code. */
export const toLocation = (country: string | null) =>
  country !== null && /^[a-z]{2}$/iu.test(country)
    ? { type: 'approximate' as const, country: country.toUpperCase() }
    : undefined;
