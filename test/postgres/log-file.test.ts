import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { lastFault, sizeOf, trimLog } from '../../src/postgres/log-file.js';

test('a log over its limit is cut, and the part before kept once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'answerscope log '));
  const file = join(folder, 'server.log');
  try {
    await trimLog(file, 10);
    for (const text of ['short', 'long enough', 'and once more']) {
      await writeFile(file, text);
      await trimLog(file, 10);
    }
    expect(await sizeOf(file)).toBe(0);
    expect(await readFile(`${file}.1`, 'utf8')).toBe('and once more');
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('the reason is the last fault of this start, not of one before', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'answerscope log '));
  const file = join(folder, 'server.log');
  try {
    expect(await lastFault(file, 0)).toBeNull();
    await writeFile(file, 'FATAL:  old\nLOG:  starting\nFATAL:  new\nLOG:  down\n');
    expect(await lastFault(file, 0)).toBe('FATAL:  new');
    expect(await lastFault(file, 40)).toBeNull();
  } finally {
    await rm(folder, { recursive: true });
  }
});
