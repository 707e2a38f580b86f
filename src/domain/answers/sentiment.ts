/** Sentiment of an answer towards the brand (metrics: sentiment). */

export const SENTIMENTS = ['positive', 'neutral', 'negative'] as const;
export type SentimentLabel = (typeof SENTIMENTS)[number];
/** `none`: the language is not supported, and the label is neutral for that reason only. */
export type SentimentMethod = 'judge' | 'lexicon' | 'none';

export interface Sentiment {
  label: SentimentLabel;
  /** In [-1, 1]; null with method `none`. */
  score: number | null;
  method: SentimentMethod;
}
