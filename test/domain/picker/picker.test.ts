import { describe, expect, it } from '@jest/globals';
import { type Candidate, type Heard, pick } from '../../../src/domain/picker/picker.js';

const heard = (platform: string, change: Partial<Heard> = {}): Heard => ({
  platform,
  answers: 4,
  decayedHits: 2,
  decayedMisses: 2,
  recentAnswers: 4,
  recentHits: 2,
  earlierAnswers: 0,
  earlierHits: 0,
  lastSampledAt: new Date('2026-11-20T10:00:00Z'),
  ...change,
});
const candidate = (promptId: string, ...of: Heard[]): Candidate => ({
  promptId,
  prompt: `prompt ${promptId}`,
  heard: of,
});
const only = (...of: Heard[]) => pick([candidate('p', ...of)], ['chatgpt'])[0];

describe('pick', () => {
  it('keeps one in twenty, rounded up, and at least one', () => {
    const prompts = (n: number) => Array.from({ length: n }, (_, i) => candidate(`p${i}`));
    for (const [n, kept] of [
      [1, 1],
      [20, 1],
      [21, 2],
      [200, 10],
      [201, 11],
    ] as const)
      expect(pick(prompts(n), ['chatgpt'])).toHaveLength(kept);
    expect(pick(prompts(5), [])).toEqual([]);
    expect(pick([], ['chatgpt'])).toEqual([]);
  });

  it('averages over the platforms that are asked, whether they have answered or not', () => {
    const [picked] = pick([candidate('p', heard('chatgpt'), heard('gone'))], ['chatgpt', 'gemini']);
    expect(picked?.gains.map(({ platform }) => platform)).toEqual(['chatgpt', 'gemini']);
    expect(picked?.priorityScore).toBeCloseTo((0.2939 + 1) / 2, 4);
  });

  it('puts the untold first, then the longest ago, then the id', () => {
    const many = Array.from({ length: 60 }, (_, i) =>
      candidate(
        `z${String(i).padStart(2, '0')}`,
        heard('chatgpt', { decayedHits: 40, decayedMisses: 40 }),
      ),
    );
    const old = candidate(
      'b',
      heard('chatgpt', { lastSampledAt: new Date('2026-11-01T00:00:00Z') }),
    );
    const picked = pick(
      [...many, candidate('c', heard('chatgpt')), old, candidate('a', heard('chatgpt'))],
      ['chatgpt'],
    );
    expect(picked.map(({ promptId }) => promptId)).toEqual(['b', 'a', 'c', 'z00']);
  });

  it('says why, the first reason that holds', () => {
    expect(pick([candidate('p')], ['chatgpt'])[0]).toMatchObject({
      reason: 'never_sampled',
      lastSampledAt: null,
      priorityScore: 1,
    });
    expect(
      only(heard('chatgpt', { answers: 10, decayedHits: 2, decayedMisses: 2.9 }))?.reason,
    ).toBe('stale');
    expect(only(heard('chatgpt', { answers: 10, decayedHits: 2, decayedMisses: 3 }))?.reason).toBe(
      'high_uncertainty',
    );
    const changed = {
      answers: 60,
      decayedHits: 20,
      decayedMisses: 20,
      recentAnswers: 30,
      recentHits: 27,
      earlierAnswers: 30,
      earlierHits: 5,
    };
    expect(only(heard('chatgpt', changed))?.reason).toBe('recent_change');
    expect(only(heard('chatgpt', { ...changed, recentHits: 7 }))?.reason).toBe('high_uncertainty');
  });
});
