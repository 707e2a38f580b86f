/** True rates of the sandbox. Metrics computed from its answers must come out close to them. */

import type { Subject } from '../engine.js';
import { platformById } from '../platforms.js';
import { rivalsOf } from './rivals.js';
import { createRandom } from './seeded-random.js';
import { ownedSite } from './site.js';

/** Rates that a caller may set; all are probabilities from 0 to 1. */
export interface RateOverrides {
  mention?: number;
  positive?: number;
  negative?: number;
  citation?: number;
  ownedCitation?: number;
  /** Probability that a rival named in the same answer comes before the brand; affects the ranks. */
  behind?: number;
  /** Mention rates by rival name. */
  rivals?: Readonly<Record<string, number>>;
}

export interface TrueRates {
  /** Probability that an answer names the brand, drawn independently per answer. */
  mention: number;
  /** Probabilities, over all answers, that the brand is named first and among the first three. */
  first: number;
  top3: number;
  /** Shares of the answers that name the brand; they add up to 1. */
  positive: number;
  neutral: number;
  negative: number;
  /** Probabilities that an answer cites any link, and that it cites the brand's own site. */
  citation: number;
  ownedCitation: number;
  /** Expected number of links to the brand's own site per answer. */
  ownedDensity: number;
  behind: number;
  rivals: { name: string; mention: number }[];
}

/** Probability that an answer that cites the brand's site cites a second page of it. */
export const SECOND_OWNED_LINK = 0.25;

const clamp = (value: number): number => Math.min(1, Math.max(0, value));

/** Probability that at most `limit` of these independent events occur. */
function atMost(limit: number, probabilities: readonly number[]): number {
  let counts = [1];
  for (const probability of probabilities) {
    // Each event either leaves a count as it is or increases it by one.
    counts = [...counts, 0].map(
      (stay, count) => stay * (1 - probability) + (counts[count - 1] ?? 0) * probability,
    );
  }
  return counts.slice(0, limit + 1).reduce((sum, chance) => sum + chance, 0);
}

/**
 * The rates of one platform, subject and day. They are the same every day unless overridden: any other
 * drift would be a false alarm.
 */
export function trueRates(of: {
  platform: string;
  subject: Subject;
  day: string;
  overrides?: RateOverrides;
}): TrueRates {
  const { platform, subject, overrides = {} } = of;
  const brand = createRandom('brand', subject.name);
  const here = createRandom('brand on platform', subject.name, platform);

  const usual = brand.between(0.3, 0.65) + here.between(-0.12, 0.12);
  const usualPositive = brand.between(0.35, 0.6);
  const usualNegative = brand.between(0.05, 0.2);
  const usualBehind = brand.between(0.3, 0.6);
  const usualCitation = here.between(0.75, 0.95);
  const usualOwned = here.between(0.1, 0.3);

  const mention = clamp(overrides.mention ?? usual);
  const behind = clamp(overrides.behind ?? usualBehind);
  const negative = clamp(
    overrides.negative ?? Math.min(usualNegative, 1 - (overrides.positive ?? 0)),
  );
  const positive = Math.min(clamp(overrides.positive ?? usualPositive), 1 - negative);
  const canCite = platformById.get(platform)?.citationCapable ?? false;
  const citation = canCite ? clamp(overrides.citation ?? usualCitation) : 0;
  const ownedCitation =
    ownedSite(subject) === null
      ? 0
      : Math.min(clamp(overrides.ownedCitation ?? usualOwned), citation);

  const { names, invented } = rivalsOf(subject);
  const rivals = names.map((name) => ({
    name,
    mention: clamp(
      overrides.rivals?.[name] ??
        createRandom('rival', subject.name, platform, name).between(0.15, 0.7),
    ),
  }));
  const ahead = invented ? [] : rivals.map((rival) => rival.mention * behind);

  return {
    mention,
    first: mention * atMost(0, ahead),
    top3: mention * atMost(2, ahead),
    positive,
    neutral: 1 - positive - negative,
    negative,
    citation,
    ownedCitation,
    ownedDensity: ownedCitation * (1 + SECOND_OWNED_LINK),
    behind,
    rivals,
  };
}
