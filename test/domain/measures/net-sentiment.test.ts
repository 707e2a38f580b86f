import { describe, expect, it } from '@jest/globals';
import { netSentiment } from '../../../src/domain/measures/net-sentiment.js';
import { randomFrom } from '../statistics/random.js';

const of = (promptId: string, positive: number, neutral: number, negative: number) => ({
  promptId,
  positive,
  neutral,
  negative,
});

describe('netSentiment', () => {
  it('is +0.3514 for 18 positive, 14 neutral and 5 negative mentions', () => {
    expect(netSentiment([of('a', 10, 7, 2), of('b', 8, 7, 3)])).toMatchObject({
      positive: 18,
      neutral: 14,
      negative: 5,
      value: 0.3514,
    });
  });

  it('leaves room for doubt after thirty of thirty: [0.780, 1]', () => {
    const prompts = Array.from({ length: 10 }, (_, index) => of(String(index), 3, 0, 0));
    expect(netSentiment(prompts)).toMatchObject({ value: 1, low: 0.78, high: 1 });
  });

  it('is wider when prompts differ, and widest with one prompt', () => {
    const width = (cells: ReturnType<typeof of>[]) => {
      const { low, high } = netSentiment(cells);
      return (high ?? 0) - (low ?? 0);
    };
    const alike = width([of('a', 10, 0, 10), of('b', 10, 0, 10), of('c', 10, 0, 10)]);
    const unlike = width([of('a', 20, 0, 0), of('b', 10, 0, 10), of('c', 0, 0, 20)]);
    expect(unlike).toBeGreaterThan(2 * alike);
    expect(width([of('a', 30, 0, 30)])).toBeGreaterThan(alike);
  });

  it('has no interval below thirty mentions, and no value below one', () => {
    expect(netSentiment([of('a', 20, 0, 9)])).toMatchObject({
      value: 0.3793,
      low: null,
      high: null,
    });
    expect(netSentiment([of('a', 20, 0, 10)]).low).not.toBeNull();
    expect(netSentiment([]).value).toBeNull();
  });

  it.each([0.9, 0.4, 0.02, -0.4])('holds the truth %d in at least 93 % of samples', (truth) => {
    const random = randomFrom(7);
    for (const spread of [0, 1]) {
      let held = 0;
      const rounds = 1_000;
      for (let round = 0; round < rounds; round += 1) {
        // Each prompt has its own tone; what is drawn is net of it around the truth.
        const cells = Array.from({ length: 10 }, (_, index) => {
          const shift = spread * 0.1 * (random.next() + random.next() - 1);
          const net = Math.max(-1, Math.min(1, truth + shift));
          const mentioned = Math.max(Math.abs(net), 0.9);
          const cell = of(String(index), 0, 0, 0);
          for (let answer = 0; answer < 6; answer += 1) {
            const draw = random.next();
            if (draw < (mentioned + net) / 2) cell.positive += 1;
            else if (draw < mentioned) cell.negative += 1;
            else cell.neutral += 1;
          }
          return cell;
        });
        const { low, high } = netSentiment(cells);
        if ((low ?? 1) <= truth && truth <= (high ?? -1)) held += 1;
      }
      expect(held / rounds).toBeGreaterThanOrEqual(0.93);
    }
  });

  it('never leaves -1 to 1', () => {
    const worst = Array.from({ length: 10 }, (_, index) => of(String(index), 0, 0, 3));
    expect(netSentiment(worst)).toMatchObject({ value: -1, low: -1, high: -0.78 });
    expect(netSentiment([of('a', 39, 0, 1)]).high).toBeLessThanOrEqual(1);
  });
});
