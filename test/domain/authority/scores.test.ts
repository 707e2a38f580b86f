import { describe, expect, it } from '@jest/globals';
import { citationGap, rivalDomains } from '../../../src/domain/analysis/citation-gap.js';
import { isPriorityChange } from '../../../src/domain/analysis/priority-change.js';
import {
  authoritativeness,
  eeatScore,
  type Subscore,
  saturating,
  toSubscore,
} from '../../../src/domain/authority/eeat-score.js';
import { type GeoInputs, geoScore } from '../../../src/domain/authority/geo-score.js';
import { smoothTrend, theilSen, trend, type Week } from '../../../src/domain/measures/trend.js';
import { type Cell, roundScore } from '../../../src/domain/statistics/stats.js';

const standing = (change: Partial<GeoInputs> = {}): GeoInputs => ({
  answers: 60,
  mentions: 37,
  visibility: 0.6167,
  prominence: 0.42,
  netSentiment: 0.3514,
  ownedCitationRate: 0.25,
  ...change,
});
const score = (change?: Partial<GeoInputs>) => {
  const { value } = geoScore(standing(change));
  return value === null ? null : roundScore(value);
};

describe('geoScore', () => {
  it('weighs four parts, and three where no engine cites', () => {
    expect(score()).toBe(50.3);
    expect(score({ ownedCitationRate: null })).toBe(56.6);
  });

  it('of a brand that is nowhere is 0, and of no answers nothing', () => {
    const nowhere = { mentions: 0, visibility: 0, prominence: 0, netSentiment: null };
    expect(score({ ...nowhere, ownedCitationRate: 0 })).toBe(0);
    expect(score({ ...nowhere, ownedCitationRate: null })).toBe(0);
    expect(score({ ...nowhere, ownedCitationRate: 0.25 })).toBe(12.5);
    expect(score({ answers: 0, visibility: null })).toBeNull();
  });

  it('does not hear a tone in four mentions', () =>
    expect(score({ mentions: 4, netSentiment: -1 })).toBe(score({ mentions: 4, netSentiment: 1 })));

  it('is the sum of what it says each part adds', () => {
    for (const change of [{}, { ownedCitationRate: null }]) {
      const { value, contributions } = geoScore(standing(change));
      const sum = Object.values(contributions).reduce<number>(
        (total, part) => total + (part ?? 0),
        0,
      );
      expect(sum).toBeCloseTo(value ?? Number.NaN, 12);
    }
  });
});

describe('eeatScore', () => {
  const of = (value: number | null): Subscore => ({ value, coverage: 1, signals: [] });
  const total = (e: number | null, x: number | null, a: number | null, t: number | null) =>
    eeatScore({
      experience: of(e),
      expertise: of(x),
      authoritativeness: of(a),
      trustworthiness: of(t),
    });

  it.each([
    [40, 60, 50, 80, 63.2],
    [90, 90, 90, 30, 52],
    [90, 90, 90, 0, 0],
    [70, 70, 70, 70, 70],
  ])('of %d, %d, %d and trust %d', (e, x, a, t, expected) =>
    expect(roundScore(total(e, x, a, t) ?? Number.NaN)).toBe(expected),
  );

  it('is not known while a part is not', () => {
    expect(total(null, 60, 50, 80)).toBeNull();
    expect(total(40, 60, 50, null)).toBeNull();
  });

  it('needs half of the signals by weight, and scales what it has', () => {
    const signals = (seen: number) => [
      { id: 'a', strength: 0.5, weight: seen },
      { id: 'b', strength: null, weight: 100 - seen },
    ];
    expect(toSubscore(signals(50))).toMatchObject({ value: 50, coverage: 0.5 });
    expect(toSubscore(signals(49))).toMatchObject({ value: null, coverage: 0.49 });
    expect(toSubscore([]).value).toBeNull();
    expect(saturating(2, 2)).toBeCloseTo(1 - Math.exp(-1), 12);
  });

  it('takes authoritativeness from answers alone', () => {
    const facts = {
      citationShare: 0.1,
      mentioningDomains: 50,
      hasEntity: true,
      visiblePlatformShare: 0.5,
    };
    expect(authoritativeness(facts).value).toBeCloseTo(40 * 0.5 + 30 + 15 + 7.5, 9);
    const some = authoritativeness({ ...facts, hasEntity: null, visiblePlatformShare: null });
    expect(some.coverage).toBeCloseTo(0.7, 12);
    expect(some.value).toBeCloseTo((100 * 50) / 70, 9);
  });
});

describe('trend', () => {
  /** So many answers, each to a prompt of its own. */
  const cells = (hits: number, of: number): Cell[] =>
    Array.from({ length: of }, (_, at) => ({
      ...{ platform: 'chatgpt', promptId: `p${at}`, answers: 1, mentions: Number(at < hits) },
    }));
  const week = (change: Partial<Week> = {}): Week => ({
    score: 50.3,
    cells: cells(37, 60),
    platforms: ['chatgpt', 'gemini'],
    promptPackIds: ['p'],
    ...change,
  });
  const before = week({ score: 46.1, cells: cells(20, 60) });

  it('is the difference of two weeks', () => {
    const found = trend(week(), before);
    expect(roundScore(found.value ?? Number.NaN)).toBe(4.2);
    expect(found).toMatchObject({ reason: null, isCertain: true });
    expect(trend(week(), week()).isCertain).toBe(false);
  });

  it('of repeats of few prompts is shown, and is not certain', () => {
    const repeated = (hits: number): Cell[] => [
      { platform: 'chatgpt', promptId: 'p', answers: 60, mentions: hits },
    ];
    const found = trend(week({ cells: repeated(37) }), { ...before, cells: repeated(20) });
    expect(found).toMatchObject({ value: expect.closeTo(4.2, 9), isCertain: false });
  });

  it.each([
    [{ cells: cells(5, 20) }, 'too_few_answers'],
    [{ platforms: ['chatgpt'] }, 'other_platforms'],
    [{ promptPackIds: ['q'] }, 'other_prompts'],
  ])('cannot compare %j', (change, reason) =>
    expect(trend(week(change), before)).toEqual({ value: null, reason, isCertain: false }),
  );

  it('may be smoothed', () => {
    const slope = theilSen([61.0, 61.4, 60.8, 62.0, 62.3, 61.9, 63.1]);
    expect(slope).toBeCloseTo(0.3333, 4);
    expect(theilSen([1])).toBeNull();
    expect(smoothTrend([61.0, 61.4, 60.8, 62.0, 62.3, 61.9, 63.1])).toBeCloseTo(2.333, 3);
    // A day without a score is a day all the same.
    expect(theilSen([1, null, 3, 4])).toBeCloseTo(1, 12);
    expect(smoothTrend([null, null, null, null, 1, 2, 3])).toBeNull();
  });
});

describe('a change of priority', () => {
  const at = (share: number, hits = share * 1_000) => ({
    ...{ share, answers: 1_000, mentions: { hits, of: 1_000 } },
  });

  it.each([
    ['ten points, which floating point makes less', at(0.25), at(0.35), true],
    ['a basis point short', at(0.2501), at(0.35), false],
    ['a slow drift, halfway', at(0.25), at(0.3), false],
    ['a slow drift, at last', at(0.25), at(0.36), true],
    ['a fall', at(0.5), at(0.4), true],
    ['a rate that did not move', at(0.25, 300), at(0.36, 300), false],
    ['too few answers', { share: 0.2, answers: 29, mentions: { hits: 2, of: 29 } }, at(0.9), false],
    ['repeats', { share: 0.2, answers: 90, mentions: { hits: 2, of: 20 } }, at(0.9), false],
  ])('%s', (_, before, after, changed) => expect(isPriorityChange(before, after)).toBe(changed));
});

describe('a citation gap', () => {
  const citing = (answers: number, competitor: number, owned: number) =>
    Array.from({ length: answers }, (_, at) => ({
      ...{ platform: 'chatgpt', promptId: `p${at}`, answers: 1 },
      ...{ competitor: Number(at < competitor), owned: Number(at < owned) },
    }));

  it.each([
    [21, 15, 2, true],
    [20, 20, 0, false],
    [60, 20, 12, false],
    [60, 0, 0, false],
  ])('of %d answers, %d for rivals and %d for us', (answers, competitor, owned, fires) =>
    expect(citationGap(citing(answers, competitor, owned))?.fires).toBe(fires),
  );

  it('of repeats of one prompt is none', () => {
    const cell = { platform: 'chatgpt', promptId: 'p' };
    const found = citationGap([{ ...cell, answers: 60, competitor: 60, owned: 0 }]);
    expect(found).toMatchObject({ answers: 60, competitorRate: 1, ownedRate: 0, fires: false });
    const many = Array.from({ length: 30 }, (_, at) => ({
      ...{ platform: 'chatgpt', promptId: `p${at}`, answers: 2, competitor: 2, owned: 0 },
    }));
    expect(citationGap(many)?.fires).toBe(true);
  });

  it('of no answers is not known', () => expect(citationGap([])).toBeNull());

  it('knows a rival’s domain by its name', () => {
    const domains = [
      'globex.com',
      'globex.co.uk',
      'blue-sky.io',
      'globexreviews.com',
      'acme.com',
      'xn--80ak6aa92e.com',
    ];
    const named = (...names: string[]) => [{ names, domains: [] }];
    expect(rivalDomains(named('Globex', 'Blue Sky', '!'), domains)).toEqual([
      'globex.com',
      'globex.co.uk',
      'blue-sky.io',
    ]);
    expect(rivalDomains(named('аррӏе'), domains)).toEqual(['xn--80ak6aa92e.com']);
    expect(rivalDomains([], domains)).toEqual([]);
  });

  it('and where the name does not say, by what is listed', () => {
    const rivals = [{ names: ['Blue Sky'], domains: ['blueskyhq.com', 'never-cited.com'] }];
    const cited = ['blueskyhq.com', 'bluesky.com', 'acme.com'];
    expect(rivalDomains(rivals, cited)).toEqual(['blueskyhq.com', 'bluesky.com']);
  });
});
