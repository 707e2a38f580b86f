import { describe, expect, it } from '@jest/globals';
import {
  confirmFall,
  type FallCell,
  findFalls,
  firingFall,
} from '../../../src/domain/sentinel/fall.js';

/** Twelve prompts on each platform; hits are told for all of a platform's answers, and spread. */
function cells(
  platforms: number,
  { before, hitsBefore, now, hits }: Record<'before' | 'hitsBefore' | 'now' | 'hits', number>,
): FallCell[] {
  const spread = (total: number, prompt: number) =>
    Math.floor((total * (prompt + 1)) / 12) - Math.floor((total * prompt) / 12);
  return Array.from({ length: platforms * 12 }, (_, at) => ({
    platform: `p${Math.floor(at / 12)}`,
    promptId: `q${at % 12}`,
    baseAnswers: before,
    baseMentions: spread(hitsBefore, at % 12),
    baseTop3: 0,
    answers: now,
    mentions: spread(hits, at % 12),
    top3: 0,
  }));
}
const BASE = { before: 28, hitsBefore: 202 };

describe('a fall in small runs', () => {
  const week = cells(1, { ...BASE, now: 7, hits: 28 });
  it('is told of seven days only while the run itself is down', () => {
    const down = findFalls(cells(1, { ...BASE, now: 1, hits: 4 }), week);
    expect(firingFall(down)).toMatchObject({ platform: null, measure: 'visibility' });
    const over = findFalls(cells(1, { ...BASE, now: 1, hits: 7 }), week);
    expect(over.whole).toMatchObject({ fires: false, isDown: true });
    expect(firingFall(over)).toBeNull();
  });

  it('on one platform alone can be left for later, but not the whole', () => {
    const platform = findFalls(cells(1, { ...BASE, now: 1, hits: 4 }), week);
    const alone = { ...platform, whole: null };
    expect(firingFall(alone)).toMatchObject({ platform: 'p0' });
    expect(firingFall(alone, new Set(['p0']))).toBeNull();
    expect(firingFall(platform, new Set(['p0']))).toMatchObject({ platform: null });
  });

  it('is told of nothing while nothing is new', () =>
    expect(firingFall(findFalls([], week))).toBeNull());
});

describe('what bears a fall out', () => {
  const fall = { platform: null, measure: 'visibility' as const };
  it.each([
    ['the next run', 6, 1, 4, fall, 'crosses'],
    ['a run as ever', 6, 1, 7, fall, 'calm'],
    ['a run that is less by what chance explains', 1, 1, 5, fall, 'unknown'],
    ['twelve answers that name it nowhere', 1, 1, 0, fall, 'crosses'],
    ['two small runs that name it less', 1, 2, 7, fall, 'crosses'],
    ['two small runs as ever', 1, 2, 14, fall, 'calm'],
    ['a window that crosses no more', 6, 1, 4, null, 'calm'],
    ['another platform', 1, 1, 0, { ...fall, platform: 'p7' }, 'unknown'],
  ] as const)('%s', (_, platforms, now, hits, of, look) =>
    expect(confirmFall(of, cells(platforms, { ...BASE, now, hits }))).toBe(look),
  );

  it('not answers of before', () => expect(confirmFall(fall, [])).toBe('unknown'));
});
