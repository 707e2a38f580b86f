import { expect, test } from '@jest/globals';
import type { Deps } from '../../../src/deps.js';
import { createEngines } from '../../../src/engines/registry.js';
import { checkQuery, checkScan } from '../../../src/services/checks/new-check.js';
import { spending } from '../../engines/question.js';

const deps = {
  engines: await createEngines({ platforms: {}, sandboxMode: 'auto', sandbox: {}, spending }),
} as Deps;
const live = { environment: 'live' as const };
const FOUR = ['chatgpt', 'gemini', 'perplexity', 'claude'];

const fieldOf = (check: () => unknown): unknown => {
  try {
    check();
  } catch (error) {
    return (error as { details?: { field?: string } }).details?.field;
  }
  return null;
};

test('what is good is trimmed, and the platforms are chosen', () => {
  const input = { brandName: ' Acme ', industry: ' CRM\tsoftware', competitors: null };
  expect(checkScan(deps, live, input)).toEqual({
    kind: 'scan',
    brandName: 'Acme',
    category: 'CRM\tsoftware',
    competitors: [],
    platforms: FOUR.slice(0, 3),
  });
  expect(checkQuery(deps, live, { brand: 'Acme', category: 'CRM' }).platforms).toEqual(FOUR);
});

test('200 characters are counted as people count them', () => {
  const scan = (brandName: string) => () => checkScan(deps, live, { brandName, industry: 'x' });
  expect(fieldOf(scan(`a${'😀'.repeat(199)}`))).toBeNull();
  expect(fieldOf(scan(`a${'😀'.repeat(200)}`))).toBe('brandName');
});

const WRONG = ['', ' ', 'a\u0000', '\u001b[2J', '\udc00', 'x'.repeat(201)];

test.each(WRONG)('%j is refused in every field, by its name', (wrong) => {
  const scan = { brandName: 'Acme', industry: 'CRM' };
  const query = { brand: 'Acme', category: 'CRM' };
  expect([
    fieldOf(() => checkScan(deps, live, { ...scan, brandName: wrong })),
    fieldOf(() => checkScan(deps, live, { ...scan, industry: wrong })),
    fieldOf(() => checkScan(deps, live, { ...scan, competitors: ['Globex', wrong] })),
    fieldOf(() => checkQuery(deps, live, { ...query, brand: wrong })),
    fieldOf(() => checkQuery(deps, live, { ...query, category: wrong })),
    fieldOf(() => checkQuery(deps, live, { ...query, competitors: [wrong] })),
    fieldOf(() => checkQuery(deps, live, { ...query, platforms: ['chatgpt', wrong] })),
  ]).toEqual([
    ...['brandName', 'industry', 'competitors', 'brand', 'category', 'competitors', 'platforms'],
  ]);
});

test('ten rivals are enough', () => {
  const rivals = (count: number) => Array.from({ length: count }, (_, at) => `Rival ${at}`);
  const query = (competitors: string[]) => () =>
    checkQuery(deps, live, { brand: 'Acme', category: 'CRM', competitors });
  expect([fieldOf(query(rivals(10))), fieldOf(query(rivals(11)))]).toEqual([null, 'competitors']);
});
