import { describe, expect, it } from '@jest/globals';
import { graver, reachOf, toSeverity } from '../../../src/domain/incidents/severity.js';
import { findCollapse } from '../../../src/domain/sentinel/collapse.js';

describe('a collapse', () => {
  it('of 0.60 to 0.30 fires', () => {
    const found = findCollapse({ hits: 90, of: 150 }, { hits: 9, of: 30 });
    expect(found?.drop).toBeCloseTo(0.3, 12);
    expect(found?.low).toBeCloseTo(0.1042, 4);
    expect(found?.high).toBeCloseTo(0.453, 4);
    expect(found).toMatchObject({ relativeDrop: 0.5, fires: true });
  });

  it.each([
    ['too few now', 90, 150, 6, 20],
    ['too few before', 35, 59, 9, 30],
    ['a drop of less than three tenths', 600, 1_000, 430, 1_000],
    ['a rate that was low already', 9, 100, 0, 100],
    ['a drop that chance explains', 40, 60, 9, 21],
    ['a rise', 90, 150, 29, 30],
  ])('%s: not', (_, hits, of, hitsNow, ofNow) =>
    expect(findCollapse({ hits, of }, { hits: hitsNow, of: ofNow })?.fires).toBe(false),
  );

  it('of nothing is not known', () =>
    expect(findCollapse({ hits: 0, of: 0 }, { hits: 9, of: 30 })).toBeNull());
});

describe('severity', () => {
  it.each([
    ['a surge of .05 to .30 everywhere, moderate', 0.25, 1, false, 'medium'],
    ['a collapse of .60 to .30 everywhere, strong', 0.5, 1, true, 'critical'],
    ['the same on two of four', 0.5, 0.5, true, 'high'],
    ['a homograph in five answers everywhere', 1, 1, true, 'critical'],
    ['next to nothing', 0.0999, 1, true, 'low'],
    ['a tenth that floating point makes less', 0.35 - 0.25, 1, true, 'medium'],
    ['a tenth, moderate', 0.1, 1, false, 'low'],
    ['half, moderate', 0.5, 1, false, 'high'],
  ] as const)('%s', (_, effect, reach, strong, severity) =>
    expect(toSeverity(effect, reach, strong)).toBe(severity),
  );

  it('reaches the platforms that move by half of it, and only rises', () => {
    expect(reachOf([0.3, 0.15, 0.1, -0.2], 0.3)).toBe(0.5);
    expect(reachOf([], 0.3)).toBe(0);
    expect(graver('high', 'medium')).toBe('high');
    expect(graver('low', 'critical')).toBe('critical');
  });
});
