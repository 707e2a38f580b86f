import { expect, test } from '@jest/globals';
import { loadConfig } from '../../../src/config/config.js';
import { nextAttemptAt, toDelays } from '../../../src/domain/webhooks/retry-delays.js';

const now = new Date('2026-01-02T03:04:05.000Z');
const DOCUMENTED = [30_000, 120_000, 600_000, 3_600_000, 21_600_000];

test('the default is the documented schedule: six attempts', () => {
  expect(loadConfig({}).webhooks.retryDelaysMs).toEqual(DOCUMENTED);
});

test('each pause is up to a tenth longer or shorter, and after the last there is none', () => {
  for (const [index, delay] of DOCUMENTED.entries()) {
    const after = (random: number) =>
      (nextAttemptAt(index + 1, DOCUMENTED, now, () => random)?.getTime() ?? 0) - now.getTime();
    expect(after(0)).toBe(delay * 0.9);
    expect(after(0.5)).toBe(delay);
    expect(after(1)).toBe(Math.round(delay * 1.1));
  }
  expect(nextAttemptAt(6, DOCUMENTED, now)).toBeNull();
});

test('a list of pauses is read, and anything else refused', () => {
  expect(toDelays('250ms, 1s,2m,3h,1d')).toEqual([250, 1_000, 120_000, 10_800_000, 86_400_000]);
  for (const text of [
    '',
    '30',
    '30s,',
    's',
    '-1s',
    '0s',
    '1.5s',
    '1w',
    '1s;2s',
    Array(21).fill('1s').join(),
  ])
    expect([text, toDelays(text)]).toEqual([text, null]);
  expect(() => loadConfig({ WEBHOOK_RETRY_DELAYS: 'soon' })).toThrow(/WEBHOOK_RETRY_DELAYS/);
  expect(() => loadConfig({ WEBHOOK_ALLOW_HOSTS: 'http://a' })).toThrow(/WEBHOOK_ALLOW_HOSTS/);
});
