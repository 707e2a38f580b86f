import { isDeepStrictEqual } from 'node:util';
import { type Asked, askOnce, drive } from './load.js';
import { type Line, median, report, show } from './report.js';

const ROUNDS = 7;

/** Both sides answer in turns, so that whatever else the machine does meets both. */
export async function compare(options: {
  name: string;
  ours: Asked;
  rival: Asked;
  seconds: number;
  target: number;
}): Promise<Line> {
  const { name, ours, rival, seconds, target } = options;
  if (!isDeepStrictEqual(await askOnce(ours), await askOnce(rival))) {
    throw new Error(`${name}: the two servers answer differently`);
  }
  report(`${name}: warming up`);
  for (const asked of [ours, rival]) await drive(asked, seconds);
  const rates: { ours: number; rival: number }[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const rate = { ours: await drive(ours, seconds), rival: await drive(rival, seconds) };
    rates.push(rate);
    const ratio = show(rate.ours / rate.rival);
    report(
      `${name}: round ${round} of ${ROUNDS}: ${show(rate.ours)}/s to ${show(rate.rival)}/s, ${ratio}`,
    );
  }
  return {
    name,
    ours: `${show(median(rates.map((rate) => rate.ours)))}/s`,
    rival: `${show(median(rates.map((rate) => rate.rival)))}/s`,
    values: rates.map((rate) => rate.ours / rate.rival),
    target: { value: target },
  };
}
