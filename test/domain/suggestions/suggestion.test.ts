import { expect, test } from '@jest/globals';
import {
  type Intent,
  methodsOf,
  stepsOf,
  toMarkdown,
} from '../../../src/domain/suggestions/suggestion.js';
import { toBlocks } from '../../../src/domain/text/copy.js';
import type { Draft } from '../../../src/domain/text/draft.js';

const DRAFT: Draft = {
  headline: 'Acme, a lamp',
  answer: 'Acme is a lamp.',
  evidence: ['It weighs 2 kg.', 'Turn it on for 5 minutes.'],
  context: 'It is red.\nPlug it in.',
  faq: [{ question: 'What is Acme?', answer: 'Acme is a lamp.' }],
};
const COPY = 'Acme is a lamp.\n1. Plug it in.\n2) Turn it on for 5 minutes.\nIt weighs 2 kg.';
const order = (intent: Intent | null) => {
  const text = toMarkdown(DRAFT, COPY, intent);
  return ['\nAcme is', '- It weighs', 'It is red', '## FAQ']
    .map((part, at) => [text.indexOf(part), at] as const)
    .sort(([a], [b]) => a - b)
    .map(([, at]) => ['answer', 'evidence', 'context', 'faq'][at]);
};

test.each([
  [null, ['answer', 'evidence', 'context', 'faq']],
  ['how-to', ['answer', 'evidence', 'context', 'faq']],
  ['faq', ['faq', 'answer', 'evidence', 'context']],
  ['comparison', ['evidence', 'answer', 'context', 'faq']],
  ['review', ['evidence', 'answer', 'context', 'faq']],
] as const)('the sections of %s', (intent, sections) => expect(order(intent)).toEqual(sections));

test('a guide keeps the copy’s steps in their order, and says none of them twice', () => {
  expect(toMarkdown(DRAFT, COPY, 'how-to')).toBe(
    '# Acme, a lamp\n\nAcme is a lamp.\n\n1. Plug it in.\n2. Turn it on for 5 minutes.\n\n- It weighs 2 kg.\n\nIt is red.\n\n## FAQ\n\n### What is Acme?\n\nAcme is a lamp.',
  );
});

test('steps are numbered by the copy or not at all', () => {
  expect(stepsOf('<ol class="x"><li>Mix</li><li>Bake</li></ol>')).toEqual(['Mix', 'Bake']);
  expect(stepsOf('- Mix\n- Bake')).toEqual([]);
  expect(stepsOf('1. Alone.')).toEqual([]);
  expect(stepsOf('In 2016. We 1) begin')).toEqual([]);
  expect(toMarkdown(DRAFT, 'Acme is a lamp.', 'how-to')).not.toMatch(/^1\./m);
});

test('words never become marks or elements', () => {
  const hostile: Draft = {
    ...{ headline: '<script>', answer: '# no heading', faq: [] },
    evidence: ['- [x](javascript:y) *z* `q`', '1. one'],
    context: '> quote\n10 lamps &amp;amp; R&D',
  };
  expect(toMarkdown(hostile, '', null)).toBe(
    '# \\<script>\n\n\\# no heading\n\n- \\- \\[x\\](javascript:y) \\*z\\* \\`q\\`\n- 1\\. one\n\n\\> quote\n\n10 lamps \\&amp;amp; R&D',
  );
});

test('a method is one that the rewrite uses more than its source did', () => {
  const parts = {
    ...{ quotations: 1, statistics: 0, fluency: 0, citations: 0, shortSentences: 0 },
    ...{ frontLoading: 0, answerFirst: true, faqOk: true, jsonldValid: true, stuffed: false },
  };
  const none = toBlocks('Acme is a lamp for those who read at night and it is good.');
  expect(methodsOf(parts, none, 'Acme')).toEqual(['quotation']);
  const own = toBlocks('“It saves us hours,” said Tom Becker.');
  expect(methodsOf(parts, own, 'Acme')).toEqual([]);
  expect(methodsOf({ ...parts, stuffed: true }, own, 'Acme')).toEqual(['keyword_stuffing']);
});
