import { describe, expect, it } from '@jest/globals';
import type { AnsweredRow, ResultAnswer } from '../../../src/domain/answers/answer-row.js';
import { toRunResult } from '../../../src/domain/measures/run-result.js';

const answer = (
  platform: string,
  promptId: string,
  row: Partial<AnsweredRow> = {},
): AnsweredRow => ({
  platform,
  promptId,
  repeat: 0,
  branded: false,
  status: 'answered',
  mentioned: false,
  rank: null,
  position: null,
  tokens: 10,
  citations: 2,
  ownedCitations: 0,
  snippet: 'nothing',
  ...row,
});
const mention = (
  platform: string,
  promptId: string,
  rank: number,
  position: number,
  row: Partial<AnsweredRow> = {},
): AnsweredRow =>
  answer(platform, promptId, {
    mentioned: true,
    rank,
    position,
    snippet: `rank ${rank} at ${position}`,
    ...row,
  });
const failure = (platform: string, promptId: string, code: string): ResultAnswer => ({
  platform,
  promptId,
  repeat: 0,
  branded: false,
  status: 'failed',
  code,
});

describe('toRunResult', () => {
  const run = toRunResult([
    answer('a', 'p1'),
    mention('a', 'p2', 2, 9, { ownedCitations: 1 }),
    mention('a', 'p3', 2, 4),
    failure('a', 'p4', 'TIMEOUT'),
    answer('b', 'p1', { citations: null }),
    failure('b', 'p2', 'REFUSED'),
    failure('b', 'p3', 'REFUSED'),
    failure('c', 'p1', 'TIMEOUT'),
  ]);

  it('sums up each platform that answered, by its most telling answer', () => {
    expect(run.results).toEqual([
      {
        platform: 'a',
        mentioned: true,
        rank: 2,
        position: 4,
        snippet: 'rank 2 at 4',
        tokensUsed: 30,
        answers: 3,
        mentions: 2,
        failed: 1,
      },
      {
        platform: 'b',
        mentioned: false,
        rank: null,
        position: null,
        snippet: 'nothing',
        tokensUsed: 10,
        answers: 1,
        mentions: 0,
        failed: 2,
      },
    ]);
  });

  it('counts failures by platform and code', () => {
    expect(run.failures).toEqual([
      { platform: 'a', code: 'TIMEOUT', count: 1 },
      { platform: 'b', code: 'REFUSED', count: 2 },
      { platform: 'c', code: 'TIMEOUT', count: 1 },
    ]);
  });

  it('totals over answers, weighing platforms alike', () => {
    expect(run.visibility).toMatchObject({
      value: expect.closeTo(1 / 3, 12),
      numerator: 2,
      denominator: 4,
      partial: true,
    });
    expect(run.meanReciprocalRank).toBe(0.25);
    expect(run.top3Rate).toMatchObject({ value: 0.5, numerator: 2, denominator: 4 });
  });

  it('makes less of repeats of one prompt than of many prompts', () => {
    const many = (prompt: (at: number) => string) =>
      toRunResult(Array.from({ length: 30 }, (_, at) => mention('a', prompt(at), 1, 0))).top3Rate;
    expect(many((at) => `p${at}`)).toMatchObject({ denominator: 30, state: 'low' });
    expect(many(() => 'p1')).toMatchObject({ value: 1, denominator: 30, state: 'insufficient' });
  });

  it('leaves engines that cannot cite out of citation rates', () => {
    expect(run.citationDensity).toMatchObject({
      value: expect.closeTo(1 / 3, 12),
      numerator: 1,
      denominator: 3,
    });
    expect(run.citationShare).toMatchObject({
      value: expect.closeTo(1 / 6, 12),
      numerator: 1,
      denominator: 6,
    });
  });

  it('shows branded prompts and leaves them out of visibility and ranks', () => {
    const branded = toRunResult([mention('a', 'p1', 1, 0, { branded: true }), answer('a', 'p2')]);
    expect(branded.results[0]).toMatchObject({ mentioned: true, rank: 1, answers: 2, mentions: 1 });
    expect(branded.visibility).toMatchObject({ value: 0, denominator: 1 });
    expect(branded.meanReciprocalRank).toBe(0);
  });

  it('prefers a mention without a rank to none, and a ranked one to both', () => {
    const unranked = mention('a', 'p2', 1, 3, { rank: null, snippet: 'unranked' });
    expect(toRunResult([answer('a', 'p1'), unranked]).results[0]?.snippet).toBe('unranked');
    expect(
      toRunResult([unranked, mention('a', 'p3', 4, 8), answer('a', 'p1')]).results[0]?.rank,
    ).toBe(4);
  });

  it('has nothing to show for nothing', () => {
    expect(toRunResult([])).toMatchObject({
      results: [],
      failures: [],
      meanReciprocalRank: null,
      visibility: { value: null, partial: false },
    });
  });
});
