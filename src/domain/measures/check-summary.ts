/** Summary of a check per platform (metrics: scan and query). */

import type { SentimentLabel } from '../answers/sentiment.js';

export interface CheckedAnswer {
  platform: string;
  mentioned: boolean;
  /** Sentiment towards the brand; null when the answer does not name the brand. */
  sentiment: SentimentLabel | null;
}

export interface PlatformSummary {
  platform: string;
  /** Answers received. Failed answers count in `failed` only. */
  total: number;
  mentions: number;
  positive: number;
  failed: number;
}

/** One entry per asked platform, in order: `total >= mentions >= positive`. */
export const toCheckSummary = (
  platforms: readonly string[],
  answers: readonly CheckedAnswer[],
  failures: readonly { platform: string; count: number }[],
): PlatformSummary[] =>
  platforms.map((platform) => {
    const own = answers.filter((answer) => answer.platform === platform);
    const naming = own.filter((answer) => answer.mentioned);
    return {
      platform,
      total: own.length,
      mentions: naming.length,
      positive: naming.filter((answer) => answer.sentiment === 'positive').length,
      failed: failures
        .filter((failure) => failure.platform === platform)
        .reduce((sum, { count }) => sum + count, 0),
    };
  });
