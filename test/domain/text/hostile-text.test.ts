import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { LONG, SHORT } from './hostile-shapes.js';

interface Counted {
  reading: string;
  shape: string;
  short: number;
  long: number;
}

/**
 * Steps are what no clock has a part in: entered blocks of JavaScript, as V8 counts them, steps of regular
 * expressions, as a plain backtracking matcher takes them, and characters that are searched or normalized. Ten times
 * the text takes ten times the steps at most; where each part is read again for every other, it takes a hundred
 * times as many for that.
 */
test('whatever an answer, a page or a wiki page is made of, it is read in steps proportional to its length', async () => {
  const script = fileURLToPath(new URL('reading-steps.js', import.meta.url));
  // The matcher calls itself for each character of some texts.
  const args = ['--stack-size=4000', script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 24 });
  const counted = stdout
    .trim()
    .split('\n')
    .map((line): Counted => JSON.parse(line));
  expect(new Set(counted.map(({ reading }) => reading)).size).toBe(3);
  const slow = counted.filter(({ short, long }) => long > (LONG / SHORT) * 1.2 * short);
  expect(slow).toEqual([]);
  // Some ten seconds of computing, which a machine that does much else stretches.
}, 300_000);
