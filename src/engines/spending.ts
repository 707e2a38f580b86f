/** Counts engine calls against the server's daily budget before they are sent. */
export interface Spending {
  /**
   * Reserves one call of at most `mostUsd` US dollars. Rejects with an EngineError: SPENT if the day's
   * calls or dollars are used up, BUSY if calls in progress have reserved the rest.
   */
  reserve(platform: string, mostUsd: number): Promise<Reservation>;
}

/** A counted call. Only the first `settle` or `cancel` takes effect; without either, it stays as reserved. */
export interface Reservation {
  /** The call has ended at this cost; null (unknown cost) keeps the reserved amount. */
  settle(costUsd: number | null): void;
  /** The call did not reach the engine. */
  cancel(): void;
}
