import { stripVTControlCharacters } from 'node:util';
import { expect, test } from '@jest/globals';
import { toPrettyLine } from '../../src/observability/pretty-line.js';

const BASE = { level: 30, time: '2026-11-23T09:08:07.123Z', pid: 1, hostname: 'host' };
const print = (fields: object) =>
  stripVTControlCharacters(toPrettyLine(`${JSON.stringify({ ...BASE, ...fields })}\n`));

test('a line has its time, level, message and fields, and neither process nor host', () => {
  expect(print({ msg: 'listening' })).toBe('[09:08:07.123] INFO: listening\n');
  expect(print({ level: 40, msg: 'slow', took: { ms: 5 }, requestId: 'r' })).toBe(
    '[09:08:07.123] WARN: slow\n    took: {\n      "ms": 5\n    }\n    requestId: "r"\n',
  );
  expect(print({ level: 35 })).toBe('[09:08:07.123] 35: \n');
});

test('an error keeps the lines of its stack, and its other fields', () => {
  const err = { type: 'Error', message: 'no', stack: 'Error: no\n    at x (y.js:1:1)', code: 'E1' };
  expect(print({ level: 50, msg: 'failed', err })).toBe(
    '[09:08:07.123] ERROR: failed\n    err: Error: no\n        at x (y.js:1:1)\n    {\n      "code": "E1"\n    }\n',
  );
});

test('levels have colours', () => {
  expect(toPrettyLine(JSON.stringify(BASE))).toContain('\u001b[32mINFO\u001b[39m');
});
