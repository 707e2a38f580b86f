/** The contract of an answer engine: one question in, one answer out. */

export interface RivalName {
  name: string;
}

/** The brand a question is asked for. Only the sandbox reads it; real engines get the prompt alone. */
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
  /** UTC day of the run, `YYYY-MM-DD`. */
  day: string;
  /** Repeat number, from 0; continues across all runs of one brand on one day. */
  repeat: number;
}

export interface CitedLink {
  url: string;
  title: string | null;
}

export interface EngineAnswer {
  text: string;
  /** The vendor's structured citations, in its order; links inside the text are extracted later. */
  citations: CitedLink[];
  /** Web searches that the engine ran. */
  searchQueries: string[];
  /** Whether the engine searched the web; null if its server does not report it. */
  webSearch: boolean | null;
  /** The model that answered, as the vendor names it. */
  model: string;
  tokensUsed: number;
  /** US dollars; null if the vendor reports no cost and the price table has no price. */
  costUsd: number | null;
  /** Whether the answer was cut off at a length limit; it still counts as an answer. */
  truncated: boolean;
}

/** Why an answer failed. Failed answers are excluded from every denominator. */
export type EngineErrorCode =
  | 'TIMEOUT'
  | 'RATE_LIMITED'
  /** Rejected by Answerscope, not sent: the engine's queue is full. */
  | 'BUSY'
  /** Rejected by Answerscope, not sent: the server's daily engine budget is used up. */
  | 'SPENT'
  | 'UNAUTHORIZED'
  | 'UNAVAILABLE'
  | 'MALFORMED'
  | 'TOO_LARGE'
  | 'REFUSED'
  | 'EMPTY'
  | 'ABORTED';

/** `message` is safe to show to the account; the vendor's own message stays in `cause`. */
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

/** Work for an engine whose result must be JSON that fits a schema. */
export interface Assignment {
  instructions: string;
  input: string;
  /**
   * JSON Schema of an object; the result is validated against it. Every property of every object must
   * be required and additional properties forbidden: some vendors accept nothing else.
   */
  schema: Readonly<Record<string, unknown>>;
}

export interface Composition {
  /** Validated against the assignment's schema. */
  value: unknown;
  model: string;
  tokensUsed: number;
  /** US dollars; null if the vendor reports no cost and the price table has no price. */
  costUsd: number | null;
}

/** Runs without web search at temperature 0. Rejects with an EngineError; honours `signal` within a second. */
export type Compose = (assignment: Assignment, signal: AbortSignal) => Promise<Composition>;

export interface Engine {
  readonly platform: string;
  readonly sandbox: boolean;
  /** False if answers never carry links; they are then excluded from citation rates. */
  readonly citationCapable: boolean;
  /** Whether questions request a web search; `EngineAnswer.webSearch` says whether one was made. */
  readonly webSearch: boolean;
  /** Rejects with an EngineError; honours `signal` within a second. */
  ask(question: Question, signal: AbortSignal): Promise<EngineAnswer>;
  /**
   * Checks that the engine is reachable and accepts the key, without buying an answer. Rejects with an
   * EngineError; honours `signal` within a second.
   */
  ping(signal: AbortSignal): Promise<void>;
  /** Null for an engine that cannot compose, such as the sandbox. */
  readonly compose: Compose | null;
}
