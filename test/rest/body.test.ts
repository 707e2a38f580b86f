import { expect, test } from '@jest/globals';
import { readBody } from '../../rest/body.js';
import { AppError } from '../../src/errors.js';

const json = { contentType: 'application/json' };
const read = (text: string, headers: Parameters<typeof readBody>[1] = json) =>
  readBody(Buffer.from(text), headers);

function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return `${error.code} ${error.message}`;
  }
  return 'none';
}

test('no body says nothing, whatever its type', () => {
  expect(read('', {})).toEqual({});
  expect(read('', { contentType: 'text/plain' })).toEqual({});
});

test.each([
  'application/json',
  'application/json; charset=utf-8',
  'APPLICATION/JSON;charset="UTF-8"',
  'application/vnd.api+json',
])('%s is JSON', (contentType) => {
  expect(read('{"a":1}', { contentType })).toEqual({ a: 1 });
});

test.each([
  undefined,
  '',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonp',
  'text/json',
  'application/json; charset=utf-16',
  'application/json; charset=iso-8859-1',
])('%s is not', (contentType) => {
  expect(codeOf(() => read('{"a":1}', { contentType }))).toMatch(/^UNSUPPORTED_MEDIA_TYPE /);
});

test('a compressed body is not read', () => {
  const headers = { ...json, contentEncoding: 'gzip' };
  expect(codeOf(() => read('{}', headers))).toMatch(/^UNSUPPORTED_MEDIA_TYPE /);
});

test.each(['{', '{"a":}', '{"a":1}x', "{'a':1}", 'undefined', '{"a":NaN}', ' '])(
  '%j is malformed',
  (text) => {
    expect(codeOf(() => read(text))).toBe('BAD_INPUT the body must be well-formed JSON');
  },
);

test('bytes that are not UTF-8 are malformed', () => {
  const bytes = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff]), Buffer.from('"}')]);
  expect(codeOf(() => readBody(bytes, json))).toBe('BAD_INPUT the body must be well-formed JSON');
});

test.each(['null', '1', '"a"', 'true', '[]', '[{"name":"x"}]'])('%s is no object', (text) => {
  expect(codeOf(() => read(text))).toBe('BAD_INPUT body must be a JSON object');
});

test('20 levels are read and 21 are not', () => {
  const nest = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
  expect(codeOf(() => read(nest(20)))).toBe('none');
  expect(codeOf(() => read(nest(21)))).toMatch(/^BAD_INPUT body must not be nested/);
  const lists = `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`;
  expect(codeOf(() => read(lists))).toMatch(/^BAD_INPUT body must not be nested/);
});
