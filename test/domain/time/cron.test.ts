import { describe, expect, test } from '@jest/globals';
import { countFires, nextFires, readCron } from '../../../src/domain/time/cron.js';
import { openTimeZone, type TimeZone } from '../../../src/domain/time/time-zone.js';

const zoneOf = (name: string): TimeZone => {
  const zone = openTimeZone(name);
  if (zone === null) throw new Error(`${name} is missing`);
  return zone;
};
const fires = (cron: string, zone: string, from: string, most: number) =>
  nextFires(cron, zoneOf(zone), new Date(from), most).map((fire) =>
    fire.toISOString().slice(0, 16),
  );

describe('text', () => {
  test.each([
    ['0 6 * * 1', '0 6 * * 1'],
    ['  0   6\t* * MON-FRI ', '0 6 * * MON-FRI'],
    ['@daily', '@daily'],
    ['0 0 29 2 *', '0 0 29 2 *'],
    ['59 * * * *', '59 * * * *'],
    ['0 0 L * *', '0 0 L * *'],
  ])('%j is taken', (given, text) => expect(readCron(given)).toEqual({ text }));

  test.each([
    ['0 0 31 2 *', 'never fires'],
    ['0 0 30 2 *', 'never fires'],
    ['0 12 31 2,4,6,9,11 *', 'never fires'],
    ['* * * * *', 'once every 60 minutes'],
    ['0,59 3 * * *', 'once every 60 minutes'],
    ['0,59 0 29 2 *', 'once every 60 minutes'],
    ['*/30 * 1 1 *', 'once every 60 minutes'],
    ['60 0 * * *', 'cannot be read'],
    ['0 24 * * *', 'cannot be read'],
    ['0 0 0 * * *', 'five fields'],
    ['2030-01-01T00:00:00', 'five fields'],
    ['@reboot', 'five fields'],
    ['a b c d e', 'cannot be read'],
    ['', 'five fields'],
    [`${'0,'.repeat(60)}0 0 1 1 *`, 'at most 100 characters'],
  ])('%j is refused: %s', (given, problem) =>
    expect(readCron(given)).toEqual({ problem: expect.stringContaining(problem) }),
  );
});

test.each(['Europe/Berlinn', '+02:00', '', 'Mars/Base', 'UTC; drop', `A${'a'.repeat(300)}`])(
  '%j is no zone',
  (name) => expect(openTimeZone(name)).toBeNull(),
);
test('a zone is found whatever its capitals, and keeps its name', () => {
  expect(openTimeZone('europe/berlin')?.name).toBe('Europe/Berlin');
  expect(openTimeZone('UTC')?.name).toBe('UTC');
  expect(openTimeZone('America/Argentina/Buenos_Aires')).not.toBeNull();
});

describe('clocks go forward', () => {
  test('a time that is left out counts once, for the moment of the jump', () =>
    expect(fires('30 2 * * *', 'Europe/Berlin', '2027-03-26T12:00:00Z', 4)).toEqual([
      '2027-03-27T01:30',
      '2027-03-28T01:00',
      '2027-03-29T00:30',
      '2027-03-30T00:30',
    ]));
  test('its neighbours keep their own', () =>
    expect(fires('30 1-3 * * *', 'Europe/Berlin', '2027-03-27T12:00:00Z', 3)).toEqual([
      '2027-03-28T00:30',
      '2027-03-28T01:00',
      '2027-03-28T01:30',
    ]));
  test('times that fall together are one', () =>
    expect(fires('0 * * * *', 'Europe/Berlin', '2027-03-27T23:30:00Z', 3)).toEqual([
      '2027-03-28T00:00',
      '2027-03-28T01:00',
      '2027-03-28T02:00',
    ]));
  test('at midnight', () =>
    expect(fires('30 0 * * *', 'Africa/Cairo', '2026-04-23T12:00:00Z', 2)).toEqual([
      '2026-04-23T22:00',
      '2026-04-24T21:30',
    ]));
  test('by half an hour', () =>
    expect(fires('15 2 * * *', 'Australia/Lord_Howe', '2026-10-03T12:00:00Z', 2)).toEqual([
      '2026-10-03T15:30',
      '2026-10-04T15:15',
    ]));
  test('a whole day that is left out', () =>
    expect(fires('0 9 * * *', 'Pacific/Apia', '2011-12-29T12:00:00Z', 3)).toEqual([
      '2011-12-29T19:00',
      '2011-12-30T10:00',
      '2011-12-30T19:00',
    ]));
});

describe('clocks go back', () => {
  test.each(['2026-10-24T12:00:00Z', '2026-10-25T00:29:59Z'])(
    'a time that exists twice counts for the first, after %s',
    (from) =>
      expect(fires('30 2 * * *', 'Europe/Berlin', from, 2)).toEqual([
        '2026-10-25T00:30',
        '2026-10-26T01:30',
      ]),
  );
  test.each(['2026-10-25T00:30:00Z', '2026-10-25T00:45:00Z', '2026-10-25T01:10:00Z'])(
    'and not for the second, after %s',
    (from) => expect(fires('30 2 * * *', 'Europe/Berlin', from, 1)).toEqual(['2026-10-26T01:30']),
  );
  test('also among other hours', () =>
    expect(fires('30 2,3 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z', 3)).toEqual([
      '2026-10-25T00:30',
      '2026-10-25T02:30',
      '2026-10-26T01:30',
    ]));
});

test.each([
  ['Europe/Berlin', '2026-10-25'],
  ['Europe/Berlin', '2027-03-28'],
  ['Australia/Lord_Howe', '2026-04-05'],
  ['America/New_York', '2027-03-14'],
])('in %s, moments never fall back as the clocks go on around %s', (name, day) => {
  const zone = zoneOf(name);
  const noonMs = Date.parse(`${day}T12:00:00Z`);
  const walls = Array.from({ length: 192 }, (_, at) => noonMs + (at - 96) * 15 * 60_000);
  const moments = walls.map((wallMs) => zone.toMomentMs(wallMs));
  expect(moments).toEqual(moments.toSorted((one, other) => one - other));
  expect(moments.filter((momentMs, at) => zone.toWallMs(momentMs) < (walls[at] ?? 0))).toEqual([]);
});

test('missed times are counted, up to a bound', () => {
  const span = { from: new Date('2026-11-01T06:00:00Z'), to: new Date('2026-11-04T06:00:00Z') };
  expect(countFires('0 6 * * *', zoneOf('UTC'), span, 1_000)).toBe(3);
  expect(countFires('0 * * * *', zoneOf('UTC'), span, 1_000)).toBe(72);
  expect(countFires('0 * * * *', zoneOf('UTC'), span, 10)).toBe(10);
});
