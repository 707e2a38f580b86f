import { describe, expect, it } from '@jest/globals';
import { BRAND, toEntity } from '../../src/domain/alias.js';
import { extractCitations } from '../../src/domain/citation.js';
import { lint, RULES } from '../../src/domain/lint/lint.js';
import { readPage } from '../../src/domain/lint/reading.js';
import { createMentionFinder } from '../../src/domain/mention.js';

const SCRAPS = [
  ...['[', '](', '<a ', '_a ', '![', '<!--', '<script>', '&', '`', '*a', '](x', '[a]('],
  ...['http://', 'http://a ', 'https://a.b/(', '- a\n', '1. a\n', '[1]', '**', '# '],
];
const finder = createMentionFinder([toEntity('brand', 'Acme')]);

const read = (text: string): void => {
  finder.find(text);
  extractCitations(text, []);
};

/** Milliseconds of processor time, which other programs on the machine do not add to. */
function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

describe('an answer made to be slow to read', () => {
  it.each(SCRAPS)('costs in proportion to its length: %j over and over', (scrap) => {
    const short = scrap.repeat(25_000 / scrap.length);
    read(short);
    const shortMs = cpuMs(() => read(short));
    const longMs = cpuMs(() => read(short.repeat(8)));
    // Eight times the text may cost eight times as much, and a constant; squared it would be 64 times.
    expect(longMs).toBeLessThan(shortMs * 30 + 150);
  });
});

const PAGE_SCRAPS = [
  ...[
    'Dr. ',
    '「a。',
    '"Ab cd. ',
    '“Ab. ',
    '|',
    '| a | $1 |\n',
    '- ',
    '> ',
    '# \n',
    '* * ',
    '$1 ',
    '[a](',
  ],
  ...['. ', '<a ', '1,2 ', 'a.b', '&amp;', '~~~\n'],
];
const brand = toEntity(BRAND, 'Acme', []);
const inFence = (text: string): string => `\`\`\`json\n{"@type": "${text}"}\n\`\`\``;

describe('a page made to be slow to read', () => {
  it.each([
    ...PAGE_SCRAPS.map((scrap) => [scrap, (text: string) => `${text}x`] as const),
    ['\\', inFence] as const,
    ['{"@type":', inFence] as const,
  ])('costs in proportion to its length: %j over and over', (scrap, toBody) => {
    const readAll = (length: number) => {
      const body = toBody(scrap.repeat(length / scrap.length));
      return () => void lint(readPage({ title: 'Acme', body }, brand), RULES);
    };
    const short = readAll(7_500);
    short();
    const shortMs = cpuMs(short);
    expect(cpuMs(readAll(60_000))).toBeLessThan(shortMs * 30 + 150);
  });
});
