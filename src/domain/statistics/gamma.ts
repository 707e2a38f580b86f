/** Gamma, beta and digamma functions, for exact intervals and posteriors. */

const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313,
  -176.61502916214059, 12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6,
  1.5056327351493116e-7,
];

/** ln Γ(a) for a > 0 (Lanczos, g = 7), accurate to about 15 digits. */
export function lnGamma(a: number): number {
  const x = a - 1;
  let sum = LANCZOS[0] ?? 0;
  for (let i = 1; i < LANCZOS.length; i++) sum += (LANCZOS[i] ?? 0) / (x + i);
  const t = x + LANCZOS.length - 1.5;
  return 0.5 * Math.log(2 * Math.PI) + (x + 0.5) * Math.log(t) - t + Math.log(sum);
}

/** ln B(a, b) for a > 0 and b > 0. */
export const lnBeta = (a: number, b: number): number => lnGamma(a) + lnGamma(b) - lnGamma(a + b);

/** ψ(x) for x > 0: recurrence up to 10, then the asymptotic series, accurate to about 13 digits. */
export function digamma(x: number): number {
  let shift = 0;
  let y = x;
  for (; y < 10; y += 1) shift -= 1 / y;
  const z = 1 / (y * y);
  const series = z * (1 / 12 - z * (1 / 120 - z * (1 / 252 - z * (1 / 240 - z / 132))));
  return shift + Math.log(y) - 0.5 / y - series;
}
