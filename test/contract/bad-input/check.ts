import { long, type Row, WRONG_LISTS, WRONG_TEXTS } from './values.js';

const WRONG_NAMES: unknown[] = [...WRONG_TEXTS, '!!', '😀', long(201), '😀'.repeat(201)];
const WRONG_RIVALS: unknown[] = [
  Array.from({ length: 11 }, (_, at) => `Rival ${at}`),
  Array.from({ length: 10_000 }, () => 'x'),
  [''],
  ['Fine', 'a\u0000b'],
  ['\ud800'],
  ['!'],
  [long(201)],
];
/** Paths of document 1 with their field names for a brand and a category. */
const CHECKS = [
  ['/api/check/run', 'brand_name', 'industry'],
  ['/api/query', 'brand', 'category'],
] as const;

export const badChecks: Row[] = [
  ...CHECKS.flatMap(([path, name, category]): Row[] => {
    const fine = { [name]: 'Fine', [category]: 'fine things' };
    return [
      ['POST', path, name, {}],
      ['POST', path, category, { [name]: 'Fine' }],
      ...WRONG_NAMES.map((value): Row => ['POST', path, name, { ...fine, [name]: value }]),
      ...[...WRONG_TEXTS, long(201)].map(
        (value): Row => ['POST', path, category, { ...fine, [category]: value }],
      ),
      ...[...WRONG_LISTS, ...WRONG_RIVALS].map(
        (competitors): Row => ['POST', path, 'competitors', { ...fine, competitors }],
      ),
    ];
  }),
  ...[
    ...WRONG_LISTS,
    [],
    ['nobody'],
    ['copilot'],
    ['chatgpt', 'x'],
    ['CHATGPT'],
    ['grok'],
    ['chatgpt', 'gemini', 'perplexity', 'claude', 'grok'],
    ['\ud800'],
  ].map(
    (platforms): Row => [
      'POST',
      '/api/query',
      'platforms',
      { brand: 'Fine', category: 'fine things', platforms },
    ],
  ),
  ...['', 'one', 'ALL', 'all,all', 'all&mode=all'].map(
    (mode): Row => [
      'POST',
      `/api/query?mode=${mode}`,
      'mode',
      { brand: 'Fine', category: 'fine things' },
    ],
  ),
];
