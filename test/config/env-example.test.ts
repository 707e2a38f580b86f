import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from '@jest/globals';
import { loadConfig, SETTING_NAMES } from '../../src/config/config.js';

const lines = readFileSync(join(import.meta.dirname, '../../../.env.example'), 'utf8').split('\n');
const isSetting = (line = ''): boolean => /^#[A-Z_]+=/.test(line);
const settings = lines.filter(isSetting).map((line) => line.slice(1));

test('names every setting once, and none that is not read', () => {
  expect(settings.map((line) => line.split('=')[0]).sort()).toEqual([...SETTING_NAMES].sort());
});

test('says the defaults', () => {
  expect(loadConfig(parseEnv(settings.join('\n')))).toEqual(loadConfig({}));
});

test('changes nothing when it is used as it is', () => {
  expect(parseEnv(lines.join('\n'))).toEqual({});
});

test('explains each setting in the one line above it', () => {
  const odd = lines.filter(
    (line, at) => isSetting(line) && !(/^# \S.*\.$/.test(lines[at - 1] ?? '') && isFirst(at - 1)),
  );
  expect(odd).toEqual([]);
});

const isFirst = (at: number): boolean => lines[at - 1] === '' || isSetting(lines[at - 1]);
