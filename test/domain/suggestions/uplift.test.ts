import { describe, expect, it } from '@jest/globals';
import { probabilityOfRise } from '../../../src/domain/statistics/posterior.js';
import { answersNeeded } from '../../../src/domain/statistics/power.js';
import type { Cell } from '../../../src/domain/statistics/stats.js';
import { concernedPrompts } from '../../../src/domain/suggestions/concerned-prompts.js';
import { measureUplift, type UpliftWindows } from '../../../src/domain/suggestions/uplift.js';
import { randomFrom } from '../statistics/random.js';

/** So many answers, each to a prompt of its own. */
const single = (hits: number, of: number): Cell[] =>
  Array.from({ length: of }, (_, at) => ({
    ...{ platform: 'chatgpt', promptId: `p${at}`, answers: 1, mentions: at < hits ? 1 : 0 },
  }));
const windows = (before: [number, number], after: [number, number]): UpliftWindows => ({
  before: single(...before),
  after: single(...after),
});

describe('uplift', () => {
  it('of 18 to 33 of 60 is shown', () => {
    const found = measureUplift(windows([18, 60], [33, 60]));
    expect(found?.lift).toBeCloseTo(0.25, 12);
    expect(found?.low).toBeCloseTo(0.0731, 4);
    expect(found?.high).toBeCloseTo(0.4061, 4);
    expect(found?.probability).toBeCloseTo(0.987, 3);
    expect(found).toMatchObject({
      ...{ shown: true, isControlled: false, beforeEffective: 60, afterEffective: 60 },
    });
  });

  it('of 3 to 6 of 10 is not', () => {
    const found = measureUplift(windows([3, 10], [6, 10]));
    expect(found?.low).toBeCloseTo(-0.1177, 4);
    expect(found?.high).toBeCloseTo(0.6011, 4);
    expect(found?.shown).toBe(false);
  });

  it('less what the untouched prompts did has the bounds of both changes', () => {
    const treated = windows([18, 60], [33, 60]);
    const found = measureUplift(treated, windows([24, 60], [26, 60]));
    expect(found?.lift).toBeCloseTo(0.2167, 4);
    // 0.2167 ∓ √(0.1769² + 0.1698²) and √(0.1561² + 0.1726²): what each change may be off by, squared and added.
    expect(found?.low).toBeCloseTo(-0.0286, 4);
    expect(found?.high).toBeCloseTo(0.4494, 4);
    // So it is not sure, though it was without a control.
    expect(found).toMatchObject({ shown: false, isControlled: true });
    const large = measureUplift(windows([180, 600], [330, 600]), windows([240, 600], [260, 600]));
    expect(large).toMatchObject({ shown: true, isControlled: true });
    expect(large?.low).toBeGreaterThan(0);
  });

  it('takes off nothing where there are fewer than 30 control answers, and is nothing without answers', () => {
    const treated = windows([18, 60], [33, 60]);
    const few = measureUplift(treated, windows([2, 29], [20, 60]));
    expect(few).toMatchObject({ isControlled: false, shown: true });
    expect(few?.low).toBeCloseTo(0.0731, 4);
    expect(measureUplift({ ...treated, before: [] })).toBeNull();
  });

  it('of repeats of one prompt is worth less than of many prompts', () => {
    const repeated = (hits: number): Cell[] => [
      { platform: 'chatgpt', promptId: 'p', answers: 60, mentions: hits },
    ];
    const found = measureUplift({ before: repeated(18), after: repeated(33) });
    expect(found?.lift).toBeCloseTo(0.25, 12);
    // 60 over 1 + 59 × 0.3.
    expect(found?.beforeEffective).toBeCloseTo(3.2086, 4);
    expect(found?.low).toBeLessThan(0);
    expect(found?.shown).toBe(false);
  });
});

/** The share of seeded months in which an uplift is shown, of prompts × 6 repeats in a window. */
function shownIn(months: number, prompts: number, rates: Record<'treated' | 'control', number[]>) {
  const random = randomFrom(20).next;
  /** Prompts differ, as they do: each keeps its own distance from the rate. */
  const draw = ([before = 0, after = 0]: number[]): UpliftWindows => {
    const own = Array.from({ length: prompts }, () => (random() - 0.5) * 0.3);
    const window = (rate: number) =>
      own.map((distance, at): Cell => {
        const hits = Array.from({ length: 6 }, () => Number(random() < rate + distance));
        const mentions = hits.reduce((sum, hit) => sum + hit, 0);
        return { platform: 'chatgpt', promptId: `p${at}`, answers: 6, mentions };
      });
    return { before: window(before), after: window(after) };
  };
  let shown = 0;
  for (let month = 0; month < months; month += 1) {
    const found = measureUplift(draw(rates.treated), draw(rates.control));
    shown += Number(found?.shown);
  }
  return shown / months;
}

describe('over 300 months', () => {
  it('a drift that all prompts share is taken for an uplift in at most 5 of 100', () => {
    expect(shownIn(300, 30, { treated: [0.3, 0.5], control: [0.3, 0.5] })).toBeLessThanOrEqual(
      0.05,
    );
    expect(shownIn(300, 30, { treated: [0.3, 0.3], control: [0.3, 0.3] })).toBeLessThanOrEqual(
      0.05,
    );
  });

  it('and a true effect beside it is found in most', () => {
    expect(shownIn(300, 30, { treated: [0.3, 0.65], control: [0.3, 0.4] })).toBeGreaterThan(0.8);
  });
});

describe('the probability of a rise', () => {
  it('is a half when nothing is to be told apart, and adds up with its opposite', () => {
    const same = { before: { hits: 30, of: 60 }, after: { hits: 30, of: 60 } };
    expect(probabilityOfRise(0, same)).toBeCloseTo(0.5, 6);
    expect(probabilityOfRise(0, same, same)).toBeCloseTo(0.5, 6);
    const up = { before: { hits: 18, of: 60 }, after: { hits: 33, of: 60 } };
    const down = { before: up.after, after: up.before };
    expect(probabilityOfRise(0.05, up) + probabilityOfRise(-0.05, down)).toBeCloseTo(1, 6);
  });

  it('falls when the control rose as well, and holds at the ends', () => {
    const up = { before: { hits: 18, of: 60 }, after: { hits: 33, of: 60 } };
    expect(probabilityOfRise(0.05, up, up)).toBeLessThan(0.5);
    const all = { before: { hits: 0, of: 60 }, after: { hits: 60, of: 60 } };
    expect(probabilityOfRise(0.05, all)).toBeCloseTo(1, 9);
    const none = { before: { hits: 60, of: 60 }, after: { hits: 0, of: 60 } };
    expect(probabilityOfRise(0.05, none, all)).toBeCloseTo(0, 9);
  });
});

describe('answers that tell a change', () => {
  it.each([
    [0.3, 0.4, 'pooled', 356],
    [0.05, 0.1, 'unpooled', 432],
    [0.3, 0.4, 'unpooled', 354],
    [0.05, 0.1, 'pooled', 435],
  ] as const)('from %d to %d (%s): %d', (before, after, variance, answers) =>
    expect(answersNeeded(before, after, variance)).toBe(answers),
  );

  it('are never enough for no change', () => expect(answersNeeded(0.3, 0.3)).toBe(Infinity));
});

describe('prompts that nobody named', () => {
  const asked = (...texts: string[]) =>
    texts.map((text, at) => ({ promptId: `p${at}`, text, answers: 20 }));
  const PROMPTS = asked(
    'Which CRM has the best invoicing?',
    'What is a CRM?',
    'Which CRM is best for dental clinics?',
    'How do I choose a CRM?',
  );

  it('are the half that the text is nearest to; words that all share say nothing', () => {
    const text = 'Acme is the CRM for dental clinics, with invoicing.';
    expect(concernedPrompts(PROMPTS, text, 200)).toEqual(['p2', 'p0']);
    expect(concernedPrompts(PROMPTS, 'Acme, our CRM.', 200)).toBeNull();
  });

  it('read languages without spaces', () => {
    const prompts = asked(
      '哪个客户管理系统适合牙科诊所',
      '什么是客户管理系统',
      '客户管理系统多少钱',
      '如何选择',
    );
    expect(concernedPrompts(prompts, '牙科诊所的选择', 1)).toBeNull();
    expect(concernedPrompts(prompts, '牙科诊所的系统', 200)?.[0]).toBe('p0');
  });

  it('are all where there are too few prompts, or too few answers on a side', () => {
    const text = 'for dental clinics, with invoicing';
    expect(concernedPrompts(PROMPTS.slice(0, 3), text, 200)).toBeNull();
    const few = PROMPTS.map((prompt) => ({ ...prompt, answers: 14 }));
    expect(concernedPrompts(few, text, 200)).toBeNull();
  });
});
