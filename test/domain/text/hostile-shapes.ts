/** Texts that are made to be slow to read, each of any length. */

export const SHORT = 64;
export const LONG = 10 * SHORT;

const SCRAPS = [
  ...['[', '](', '![a](', '[a](http://', '![a](http://', '[](', '[a]', '[1]', '[1] ', '[^1]'],
  ...['[a]: http://b\n', '![', '![[a](x)', '[a](b', '*', '**', '_', '_a ', '*a', '*_', 'a_ '],
  ...['`', '```\n', '~~~\n', '```\n~~~\n', '<', '<a ', '</', '<!--', '<!-- -', '<script>'],
  ...['<script></script>', '<style><b>', '<script type="application/ld+json">', '<p', '<div>'],
  ...['{"', '{"@type":', '[{},', '\\', '\\"', ' ', '  \n', '\n', ' \n', '\n \n', '\t', '|'],
  ...['| a | 1 |\n', '#', '# a\n', '# Acme Acme\n', '>', '> ', '-', '- ', '- a\n', '* * '],
  ...['1', '1. ', '1. a\n', '1. a\nx\n', '1,', '1,234', '1 1 ', '1.1 ', 'A 1.1 ', '$1 ', '9 % '],
  ...['.', '. ', '..', '?!', 'a. ', 'A. ', 'Dr. ', 'x ! ', '. a', '@', 'http://', 'http://a '],
  ...['https://a.b/(', 'www.', 'www.a ', ':/', '"', '"a b c d" ', '“', '“a', '「a。', '（', '’s '],
  ...['a\u0301', '\u0301\u0327', '\u200b', '\ufeff', '\ud800', '\udc00', '👨\u200d', 'ß', 'ﷺ'],
  ...['中', '中。', 'あ', '가', 'İ', 'Σ', 'Σσ', 'A', 'A ', 'A of ', 'Ab Cd ', 'aB ', 'A’s '],
  ...['Acme', 'Acme ', 'Acme\n', 'Acme. ', 'Acme it ', 'Acme but ', 'acme-', '- Acme is 1\n'],
  ...['a', 'a ', 'a\n', 'a\n1\n', '=', '=\n', '((', '))', '(A', '(http://a', ', ', 'is ', 'has # '],
  ...[
    'has an a ',
    'according to ',
    'study by ',
    'laut a ',
    '据a',
    '据1',
    'のによると',
    'based at ',
  ],
  ...['&amp;', '&#', '&#945;. ', 'target ', 'target group ', 'January 1, ', '\r', '\u2028', '—'],
];

/** What makes a reader go on: a name and a figure before the scraps, and a letter close behind them. */
const BEFORE = 'Acme is 1 a.\n\n';
const BEHIND = 'xAcme has 1';

const repeat = (scrap: string, length: number): string =>
  scrap.repeat(Math.ceil(length / scrap.length)).slice(0, length);
/** What is opened so often is closed as often. */
const NESTED: Record<string, [open: string, close: string]> = {
  images: ['![', '](x)'],
  emphasis: ['_a ', 'b_ '],
  brackets: ['(', ')'],
  data: ['{"@type":[', ']}'],
};

export const HOSTILE_SHAPES: Record<string, (length: number) => string> = Object.fromEntries([
  ...SCRAPS.map((scrap) => [
    JSON.stringify(scrap),
    (length: number) => BEFORE + repeat(scrap, length) + BEHIND,
  ]),
  ...Object.entries(NESTED).map(([name, [open, close]]) => [
    `nested ${name}`,
    (length: number) => repeat(open, length / 2) + repeat(close, length / 2),
  ]),
]);
