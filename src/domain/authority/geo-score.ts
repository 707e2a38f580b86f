/** One number for how a brand stands inside answers (metrics: geoScore). The weights are ours; see SCORE_VERSION. */

/** Changes with any weight, cut-off or half-life of a score; a series of one version is comparable. */
export const GEO_SCORE_VERSION = '2026-1';

export const GEO_WEIGHTS = {
  visibility: 0.4,
  prominence: 0.25,
  sentiment: 0.15,
  citations: 0.2,
} as const;
export type Component = keyof typeof GEO_WEIGHTS;

/** With fewer, their tone says nothing. */
export const LEAST_MENTIONS = 5;

/** All shares in [0, 1]. */
export interface GeoInputs {
  answers: number;
  mentions: number;
  visibility: number | null;
  /** Mean prominence per answer, 0 where the brand is absent; null where it was never measured. */
  prominence: number | null;
  /** Positive less negative, among mentions that were judged; null when none was. */
  netSentiment: number | null;
  /** Answers that cite an owned domain among those of engines that cite; null when none of them does. */
  ownedCitationRate: number | null;
}

export interface GeoScore {
  /** 0 to 100; null without answers. */
  value: number | null;
  /** What each part adds to the value, in points; null where it could not be measured and the others stand in. */
  contributions: Record<Component, number | null>;
  version: string;
}

/** Linear, so that a strength makes up for a weakness. */
export function geoScore(standing: GeoInputs): GeoScore {
  const { answers, mentions, visibility, prominence, netSentiment, ownedCitationRate } = standing;
  const nothing = { visibility: null, prominence: null, sentiment: null, citations: null };
  if (answers === 0 || visibility === null)
    return { value: null, contributions: nothing, version: GEO_SCORE_VERSION };
  const isAbsent = mentions === 0 && !ownedCitationRate;
  const parts: Record<Component, number | null> = {
    visibility,
    prominence,
    // A brand that is nowhere has no tone.
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
