/** What engines are told of the money of this server: each call is counted before it is sent. */
export interface Spending {
  /**
   * Reserves one call of at most so many US dollars. Rejects with an EngineError: SPENT where the day's
   * calls or dollars are used up, BUSY where they only are while other calls are under way.
   */
  reserve(platform: string, mostUsd: number): Promise<Reservation>;
}

/** A call that is counted. The first of the two that is called decides; with neither it stays as reserved. */
export interface Reservation {
  /** It has ended, and this is what it cost; null, where nobody knows, is what was reserved. */
  settle(costUsd: number | null): void;
  /** It reached no engine. */
  cancel(): void;
}
