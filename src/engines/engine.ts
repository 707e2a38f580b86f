/** What an answer engine is to the rest of the product: one question in, one answer out. */

export interface RivalName {
  name: string;
}

/** The brand a question is asked for. Only the sandbox reads it; a real engine sees the prompt alone. */
export interface Subject {
  brandId: string;
  name: string;
  website: string | null;
  competitors: readonly RivalName[];
}

export interface Question {
  promptText: string;
  /** ISO 3166-1 alpha-2, or null when the prompt names none. */
  country: string | null;
  /** BCP 47 language, for example `en`. */
  language: string;
  subject: Subject;
  /** The UTC day the run belongs to, `YYYY-MM-DD`. */
  day: string;
  /** Counts on through one brand's runs of a day, from 0. */
  repeat: number;
}

export interface CitedLink {
  url: string;
  title: string | null;
}

export interface EngineAnswer {
  text: string;
  /** The structured citations of the vendor, in its order; links inside the text are found later. */
  citations: CitedLink[];
  /** Queries that the engine itself ran on the web. */
  searchQueries: string[];
  /** Whether it searched the web; null where its server does not say. */
  webSearch: boolean | null;
  /** The model that answered, as the vendor names it. */
  model: string;
  tokensUsed: number;
  /** US dollars, or null when neither the response nor a price is known. */
  costUsd: number | null;
  /** Whether it broke off at a length limit; it is an answer all the same. */
  truncated: boolean;
}

/** Codes of an answer that could not be had; it leaves every denominator. */
export type EngineErrorCode =
  | 'TIMEOUT'
  | 'RATE_LIMITED'
  /** Refused here, before it was sent: the engine's places are all taken. */
  | 'BUSY'
  /** Refused here, before it was sent: what the server may spend on engines that day is used up. */
  | 'SPENT'
  | 'UNAUTHORIZED'
  | 'UNAVAILABLE'
  | 'MALFORMED'
  | 'TOO_LARGE'
  | 'REFUSED'
  | 'EMPTY'
  | 'ABORTED';

/** `message` is safe to show to the account; the vendor's own words stay in `cause`. */
export class EngineError extends Error {
  constructor(
    readonly code: EngineErrorCode,
    message: string,
    options?: { cause?: unknown; retryAfterMs?: number },
  ) {
    super(message, { cause: options?.cause });
    this.name = 'EngineError';
    this.retryAfterMs = options?.retryAfterMs ?? null;
  }
  readonly retryAfterMs: number | null;
}

/** Work that must come back as data of a given shape. */
export interface Assignment {
  instructions: string;
  input: string;
  /**
   * A JSON Schema of an object. What comes back is held to it. Every property of every object in it
   * is required and no other is allowed: some vendors take nothing else.
   */
  schema: Readonly<Record<string, unknown>>;
}

export interface Composition {
  /** Fits the assignment's schema. */
  value: unknown;
  model: string;
  tokensUsed: number;
  /** US dollars, or null when neither the response nor a price is known. */
  costUsd: number | null;
}

/** Without web search and at temperature 0. Rejects with an EngineError; honours `signal` within a second. */
export type Compose = (assignment: Assignment, signal: AbortSignal) => Promise<Composition>;

export interface Engine {
  readonly platform: string;
  readonly sandbox: boolean;
  /** False: its answers never carry links, so they leave the denominator of citation rates. */
  readonly citationCapable: boolean;
  /** Whether it is asked to search the web before it answers; an answer says whether it did. */
  readonly webSearch: boolean;
  /** Rejects with an EngineError; honours `signal` within a second. */
  ask(question: Question, signal: AbortSignal): Promise<EngineAnswer>;
  /**
   * Whether it can be reached and would be answered; buys no answer. Rejects with an EngineError;
   * honours `signal` within a second.
   */
  ping(signal: AbortSignal): Promise<void>;
  /** Null for an engine that cannot, such as the sandbox. */
  readonly compose: Compose | null;
}
