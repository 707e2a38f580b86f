/** What was once sent to an operation and what came back. */
export interface Example {
  /** The body of a POST. */
  body?: unknown;
  status: number;
  answer: unknown;
}

/** By method and path, as `GET /api/v1/brands`. */
export type Examples = Readonly<Record<string, Example>>;
