/**
 * One score for the presence of a brand in answers (metrics: geoScore). The weights are a choice of
 * this project, see GEO_SCORE_VERSION.
 */

/**
 * Change this with any weight, threshold or half-life of the score: only scores of one version are
 * comparable.
 */
export const GEO_SCORE_VERSION = '2026-1';

export const GEO_WEIGHTS = {
  visibility: 0.4,
  prominence: 0.25,
  sentiment: 0.15,
  citations: 0.2,
} as const;
export type Component = keyof typeof GEO_WEIGHTS;

/** Below this number of mentions, sentiment is not used. */
export const LEAST_MENTIONS = 5;

/** All shares are in [0, 1]. */
export interface GeoInputs {
  answers: number;
  mentions: number;
  visibility: number | null;
  /** Mean prominence per answer, 0 for answers without the brand; null if it was never measured. */
  prominence: number | null;
  /** Positive minus negative share of the judged mentions; null without judged mentions. */
  netSentiment: number | null;
  /** Share of answers of citing engines that cite an owned domain; null without citing engines. */
  ownedCitationRate: number | null;
}

export interface GeoScore {
  /** From 0 to 100; null without answers. */
  value: number | null;
  /**
   * Points that each part adds to the value; null for a part that could not be measured, whose weight
   * goes to the others.
   */
  contributions: Record<Component, number | null>;
  version: string;
}

/** Linear, so that strengths compensate for weaknesses. */
export function geoScore(standing: GeoInputs): GeoScore {
  const { answers, mentions, visibility, prominence, netSentiment, ownedCitationRate } = standing;
  const nothing = { visibility: null, prominence: null, sentiment: null, citations: null };
  if (answers === 0 || visibility === null)
    return { value: null, contributions: nothing, version: GEO_SCORE_VERSION };
  const isAbsent = mentions === 0 && !ownedCitationRate;
  const parts: Record<Component, number | null> = {
    visibility,
    prominence,
    // An absent brand has no sentiment.
    sentiment: isAbsent
      ? 0
      : mentions >= LEAST_MENTIONS && netSentiment !== null
        ? (netSentiment + 1) / 2
        : 0.5,
    citations: ownedCitationRate,
  };
  const names = Object.keys(GEO_WEIGHTS) as Component[];
  const weighed = names.filter((name) => parts[name] !== null);
  const total = weighed.reduce((sum, name) => sum + GEO_WEIGHTS[name], 0);
  const contributions = Object.fromEntries(
    names.map((name) => {
      const part = parts[name];
      return [name, part === null ? null : (100 * GEO_WEIGHTS[name] * part) / total];
    }),
  ) as GeoScore['contributions'];
  const value = weighed.reduce((sum, name) => sum + (contributions[name] ?? 0), 0);
  return { value, contributions, version: GEO_SCORE_VERSION };
}
