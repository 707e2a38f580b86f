import { describe, expect, test } from '@jest/globals';
import { extract } from '../../../src/domain/rewrites/extract.js';
import { toSandboxDraft } from '../../../src/domain/rewrites/sandbox-draft.js';
import { toBlocks } from '../../../src/domain/text/copy.js';

const COPY =
  'Acme is a CRM. Acme helps nurses plan their shifts. Acme helps pilots log their flights.';
const draftFor = (audience: string | null, copy = COPY, brand = 'Acme') =>
  toSandboxDraft(toBlocks(copy), { brand, audience });

test('the same copy and audience are the same draft; two audiences are two', () => {
  expect(draftFor('small teams')).toEqual(draftFor('small teams'));
  expect(draftFor('small teams').answer).not.toBe(draftFor('large teams').answer);
  expect(draftFor(null)).toEqual(extract(toBlocks(COPY), { brand: 'Acme', audience: null }));
});

describe('the answer begins with the audience', () => {
  test.each([
    ['small sales teams', 'For small sales teams: '],
    ['For pilots.', 'For pilots: '],
    ['Owners of shops! They have no time.', 'For Owners of shops: '],
    [' ', ''],
  ])('%j as %j', (audience, begin) => {
    const { answer } = draftFor(audience);
    expect(answer.startsWith(`${begin}Acme `)).toBe(true);
  });

  test('a long one by its beginning', () => {
    const { answer } = draftFor('people who run small offices '.repeat(50));
    expect(answer).toMatch(/^For people who run small offices [\w ]{1,60}: Acme /);
  });

  test('in Chinese as it is written there', () => {
    expect(draftFor('中小企业', '灵犀是一款软件。', '灵犀').answer).toBe(
      '中小企业：灵犀是一款软件。',
    );
  });
});

test('and decides between its sentences', () => {
  expect(draftFor('pilots').answer).toContain('log their flights');
  expect(draftFor('nurses').answer).toContain('plan their shifts');
});
