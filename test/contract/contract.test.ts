import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { readPromises } from '../helpers/contract.js';
import { audits1 } from './document-1/audits.js';
import { audits2 } from './document-2/audits.js';
import { elsewhere } from './elsewhere.js';

/** docs/contract.md beside the audits, without a server. */

const promised = readPromises().map(([id]) => id);
const audited = [...audits1, ...audits2, ...elsewhere].map(({ id }) => id);

const twice = (ids: readonly string[]) => ids.filter((id, at) => ids.indexOf(id) !== at);

test('each id has one line in docs/contract.md and one audit', () => {
  expect(promised.length).toBeGreaterThan(150);
  expect({
    promisedTwice: twice(promised),
    auditedTwice: twice(audited),
    promisedWithoutAudit: promised.filter((id) => !audited.includes(id)),
    auditedWithoutPromise: audited.filter((id) => !promised.includes(id)),
  }).toEqual({
    promisedTwice: [],
    auditedTwice: [],
    promisedWithoutAudit: [],
    auditedWithoutPromise: [],
  });
});

test('each id in docs/contract.md is in a table', () => {
  const named = readFileSync('docs/contract.md', 'utf8').match(/`D[12]-[^`]{2,}`/g) ?? [];
  expect(named.map((id) => id.slice(1, -1))).toEqual(promised);
});

test('comments in the code name ids that are in docs/contract.md', () => {
  const named = globSync('{src,schema,resolvers,rest}/**/*.ts').flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/`(D[12]-[^`]+)`/g)].map(([, id = '']) => id),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((id) => !promised.includes(id))).toEqual([]);
});

test('audits of document 1 have ids of document 1, and those of document 2 theirs', () => {
  const foreign = [
    ...audits1.filter(({ id }) => !id.startsWith('D1-')),
    ...audits2.filter(({ id }) => !id.startsWith('D2-')),
  ];
  expect(foreign.map(({ id }) => id)).toEqual([]);
});

test.each(elsewhere)('$id names tests that exist', ({ tests }) => {
  expect(tests.length).toBeGreaterThan(0);
  expect(tests.filter((name) => !existsSync(`test/${name}.test.ts`))).toEqual([]);
});
