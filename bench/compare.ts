import { isDeepStrictEqual } from 'node:util';
import { type Asked, askOnce, createDriver, type Driver } from './load.js';
import { type Line, median, report, show } from './report.js';

const ROUNDS = 7;
/** Turns of each side in a round, so that other load on the machine affects both sides alike. */
const TURNS = 8;

interface Rates {
  ours: number;
  rival: number;
}

async function measureRound(ours: Driver, rival: Driver, seconds: number): Promise<Rates> {
  const sums: Rates = { ours: 0, rival: 0 };
  for (let turn = 0; turn < TURNS; turn += 1) {
    sums.ours += await ours.drive(seconds / TURNS);
    sums.rival += await rival.drive(seconds / TURNS);
  }
  return { ours: sums.ours / TURNS, rival: sums.rival / TURNS };
}

async function measureRounds(
  name: string,
  sides: { ours: Driver; rival: Driver },
  seconds: number,
): Promise<Rates[]> {
  const { ours, rival } = sides;
  report(`${name}: warming up`);
  await measureRound(ours, rival, seconds * 2);
  const rounds: Rates[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const rates = await measureRound(ours, rival, seconds);
    rounds.push(rates);
    const both = `${show(rates.ours)}/s to ${show(rates.rival)}/s`;
    report(`${name}: round ${round} of ${ROUNDS}: ${both}, ${show(rates.ours / rates.rival)}`);
  }
  return rounds;
}

/** Compares the requests per second of two servers that must give the same answer. */
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
  const sides = { ours: createDriver(ours), rival: createDriver(rival) };
  try {
    const rounds = await measureRounds(name, sides, seconds);
    return {
      name,
      ours: `${show(median(rounds.map((rates) => rates.ours)))}/s`,
      rival: `${show(median(rounds.map((rates) => rates.rival)))}/s`,
      values: rounds.map((rates) => rates.ours / rates.rival),
      target: { value: target },
    };
  } finally {
    await sides.ours.close();
    await sides.rival.close();
  }
}
