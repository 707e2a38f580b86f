/** One stored answer of a run, as far as its numbers need it. */

interface Asked {
  platform: string;
  promptId: string;
  repeat: number;
  /** The prompt names the brand: it is shown, and left out of visibility and ranks. */
  branded: boolean;
}

export interface AnsweredRow extends Asked {
  status: 'answered';
  mentioned: boolean;
  /** Null when not mentioned, as is `position`, a UTF-16 offset in the answer. */
  rank: number | null;
  position: number | null;
  tokens: number;
  /** Distinct pages cited; null for an engine that cannot cite. */
  citations: number | null;
  ownedCitations: number;
  snippet: string;
}

export interface FailedRow extends Asked {
  status: 'failed';
  code: string;
}

export type ResultAnswer = AnsweredRow | FailedRow;

export const isAnswered = (row: ResultAnswer): row is AnsweredRow => row.status === 'answered';
