/** How an answer speaks of the brand (metrics: sentiment). */

export const SENTIMENTS = ['positive', 'neutral', 'negative'] as const;
export type SentimentLabel = (typeof SENTIMENTS)[number];
/** `none`: nothing here could read the language, and neutral says no more than that. */
export type SentimentMethod = 'judge' | 'lexicon' | 'none';

export interface Sentiment {
  label: SentimentLabel;
  /** In [-1, 1]; null with method `none`. */
  score: number | null;
  method: SentimentMethod;
}
