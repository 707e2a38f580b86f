import { expect, test } from '@jest/globals';
import { etaOf, toBars, toLine } from '../../src/cli/bars.js';
import type { ProgressEvent } from '../../src/follow/progress-event.js';

const START = new Date('2026-01-02T03:04:05Z');
const at = (seconds: number): number => START.getTime() + seconds * 1_000;

const toEvent = (answered: number, failed: number, status = 'running'): ProgressEvent => ({
  sequence: answered + failed,
  answer: null,
  probeRun: {
    ...{ status, answered, failed, expectedAnswers: 24, estimatedCompletionMs: 9_000 },
    startedAt: status === 'queued' ? null : START,
  } as ProgressEvent['probeRun'],
  platforms: [
    { platform: 'chatgpt', answered, failed: 0, mentions: 0, expected: 12 },
    { platform: 'grok', answered: 0, failed, mentions: 0, expected: 12 },
  ],
});

test('the time left is the estimate first, and then goes by the pace', () => {
  expect(etaOf(toEvent(0, 0, 'queued'), at(100))).toBe(9);
  expect(etaOf(toEvent(0, 0), at(4))).toBe(5);
  expect(etaOf(toEvent(0, 0), at(40))).toBe(0);
  expect(etaOf(toEvent(6, 2), at(4))).toBe(8);
});

test('a line says how the whole run stands', () => {
  expect(toLine(toEvent(6, 2), at(4))).toBe('running 8/24 (33 %), 2 failed, about 8 s left');
  expect(toLine(toEvent(24, 0, 'completed'), at(9))).toBe('completed 24/24 (100 %)');
});

test('bars fill by platform, as wide as each other, and name the errors', () => {
  const errors = new Map([['grok', new Map([['TIMEOUT', 2]])]]);
  const [chatgpt = '', grok = '', line] = toBars(toEvent(12, 2), errors, at(7), 79);
  expect(chatgpt).toBe(`chatgpt  ${'█'.repeat(24)}  12/12`);
  expect(grok).toBe(`grok     ${'█'.repeat(4)}${'░'.repeat(20)}   2/12  2 TIMEOUT`);
  expect(line).toBe('running 14/24 (58 %), 2 failed, about 5 s left');
});

test('a narrow terminal gets shorter bars, and the rest on lines of its own', () => {
  const errors = new Map([['grok', new Map(Object.entries({ TIMEOUT: 2, RATE_LIMITED: 10 }))]]);
  const lines = toBars(toEvent(12, 12), errors, at(7), 39);
  expect(lines).toEqual([
    `chatgpt  ${'█'.repeat(23)}  12/12`,
    `grok     ${'█'.repeat(23)}  12/12`,
    '  2 TIMEOUT  10 RATE_LIMITED',
    'running 24/24 (100 %), 12 failed,',
    '  about 0 s left',
  ]);
  for (const columns of [1, 20, 30, 40, 60, 80, 200])
    for (const line of toBars(toEvent(5, 2), errors, at(7), columns))
      expect(line.length).toBeLessThanOrEqual(Math.max(columns, 24));
});
