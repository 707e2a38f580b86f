/** The package has no types. */
declare module 'vader-sentiment' {
  export const SentimentIntensityAnalyzer: {
    /** Shares of negative, neutral and positive words, and their normalised sum in [-1, 1]. */
    polarity_scores(text: string): { neg: number; neu: number; pos: number; compound: number };
  };
}
