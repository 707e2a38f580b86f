/** One stored answer of a run, with the columns that the measures need. */

interface Asked {
  platform: string;
  promptId: string;
  repeat: number;
  /** The prompt names the brand: its answers are shown, but do not count for visibility or ranks. */
  branded: boolean;
}

export interface AnsweredRow extends Asked {
  status: 'answered';
  mentioned: boolean;
  /** `rank` and `position` (UTF-16 offset in the answer) are null when the brand is not mentioned. */
  rank: number | null;
  position: number | null;
  tokens: number;
  /** Number of distinct pages cited; null for an engine that cannot cite. */
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
