/**
 * Index of the experience, expertise, authoritativeness and trustworthiness of a brand (metrics:
 * eeatScore). The index and its weights are defined by this project; search engines publish no such
 * number.
 */

export const saturating = (count: number, scale: number): number => 1 - Math.exp(-count / scale);

/**
 * Strength of a signal, in [0, 1], and its weight; `strength` is null when the signal could not be
 * measured.
 */
export interface Signal {
  id: string;
  strength: number | null;
  weight: number;
  /** Number of statements behind the share; undefined for signals that are not such a share. */
  of?: number;
}

export interface Subscore {
  /** From 0 to 100; null when less than half of the signals, by weight, could be measured. */
  value: number | null;
  /** Share of the weight that could be measured, in [0, 1]. */
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

/**
 * Geometric mean of trust and the mean of the others, so that without trust the others count for
 * nothing. Null when any of the four is null.
 */
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

/** Off-page score, from stored answers and citations only. */
export function authoritativeness(facts: {
  /** Share of owned citations in answers to unbranded prompts, in [0, 1]; null without citations. */
  citationShare: number | null;
  /** Number of third-party domains cited in answers that name the brand; null when no engine can cite. */
  mentioningDomains: number | null;
  hasEntity: boolean | null;
  /** Share of the platforms that answered with a visibility of at least 0.2; null without answers. */
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
