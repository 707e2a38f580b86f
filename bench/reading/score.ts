/** Counts of one group of mentions. */
export interface Found {
  cases: number;
  exact: number;
  right: number;
  wrong: number;
  missed: number;
}

export const NONE: Found = { cases: 0, exact: 0, right: 0, wrong: 0, missed: 0 };

export const add = (a: Found, b: Found): Found => ({
  cases: a.cases + b.cases,
  exact: a.exact + b.exact,
  right: a.right + b.right,
  wrong: a.wrong + b.wrong,
  missed: a.missed + b.missed,
});

/** Share of what was found that is right; null if nothing was found. */
export const precision = ({ right, wrong }: Found): number | null =>
  right + wrong === 0 ? null : right / (right + wrong);

/** Share of what is there that was found; null if nothing is there. */
export const recall = ({ right, missed }: Found): number | null =>
  right + missed === 0 ? null : right / (right + missed);

/** Cohen's kappa of two labels per case: agreement beyond chance; null where chance agrees always. */
export function kappa(pairs: readonly (readonly [string, string])[]): number | null {
  const { length } = pairs;
  if (length === 0) return null;
  const labels = new Set(pairs.flat());
  const shareOf = (side: 0 | 1, label: string) =>
    pairs.filter((pair) => pair[side] === label).length / length;
  const agreed = pairs.filter(([a, b]) => a === b).length / length;
  const chance = [...labels].reduce((sum, label) => sum + shareOf(0, label) * shareOf(1, label), 0);
  return chance === 1 ? null : (agreed - chance) / (1 - chance);
}

/** Least values that the check accepts, as shares. */
export const BOUNDS = {
  mentions: 0.9,
  mentionsOfLanguage: 0.75,
  tones: 0.65,
  rankings: 0.9,
  links: 0.9,
};

export function totalOf(
  groups: ReadonlyMap<string, { cases: number; right: number; naive: number }>,
) {
  const all = { cases: 0, right: 0, naive: 0 };
  for (const { cases, right, naive } of groups.values()) {
    all.cases += cases;
    all.right += right;
    all.naive += naive;
  }
  return all;
}
