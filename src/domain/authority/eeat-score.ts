/**
 * An index of our own of how a brand shows experience, expertise, authoritativeness and trustworthiness (metrics:
 * eeatScore). Nobody else's number: search engines publish none. The weights are ours.
 */

export const saturating = (count: number, scale: number): number => 1 - Math.exp(-count / scale);

/** A signal's strength in [0, 1], and what it weighs; null where it could not be looked at. */
export interface Signal {
  id: string;
  strength: number | null;
  weight: number;
  /** Statements that it is a share of; left out for what is no such share. */
  of?: number;
}

export interface Subscore {
  /** 0 to 100; null while less than half of the signals, by weight, could be looked at. */
  value: number | null;
  /** The share of the weight that could be looked at, in [0, 1]. */
  coverage: number;
  signals: readonly Signal[];
}

const LEAST_COVERAGE = 0.5;

export function toSubscore(signals: readonly Signal[]): Subscore {
  let seen = 0;
  let weight = 0;
  let sum = 0;
  for (const signal of signals) {
    weight += signal.weight;
    if (signal.strength === null) continue;
    seen += signal.weight;
    sum += signal.weight * signal.strength;
  }
  const coverage = weight === 0 ? 0 : seen / weight;
  return { value: coverage < LEAST_COVERAGE ? null : (100 * sum) / seen, coverage, signals };
}

export interface Subscores {
  experience: Subscore;
  expertise: Subscore;
  authoritativeness: Subscore;
  trustworthiness: Subscore;
}

/** Trust gates the rest: without it the others count for nothing. Null while any of the four is. */
export function eeatScore({
  experience,
  expertise,
  authoritativeness,
  trustworthiness,
}: Subscores): number | null {
  const others = [experience.value, expertise.value, authoritativeness.value];
  const trust = trustworthiness.value;
  if (trust === null || others.includes(null)) return null;
  const mean = others.reduce<number>((sum, value) => sum + (value ?? 0), 0) / others.length;
  return Math.sqrt(trust * mean);
}

/** Off-page, from stored answers and citations alone. */
export function authoritativeness(facts: {
  /** Owned among all citations in the category's answers, in [0, 1]; null without citations. */
  citationShare: number | null;
  /** Third-party domains that answers cite where they name the brand. */
  mentioningDomains: number | null;
  hasEntity: boolean | null;
  /** Platforms with a visibility of at least 0.2 among those that answered. */
  visiblePlatformShare: number | null;
}): Subscore {
  const { citationShare, mentioningDomains, hasEntity, visiblePlatformShare } = facts;
  return toSubscore([
    {
      id: 'citation_share',
      weight: 40,
      strength: citationShare === null ? null : citationShare / (citationShare + 0.1),
    },
    {
      id: 'mentioning_domains',
      weight: 30,
      strength:
        mentioningDomains === null
          ? null
          : Math.min(1, Math.log(1 + mentioningDomains) / Math.log(51)),
    },
    { id: 'entity_presence', weight: 15, strength: hasEntity === null ? null : Number(hasEntity) },
    { id: 'visible_platforms', weight: 15, strength: visiblePlatformShare },
  ]);
}
