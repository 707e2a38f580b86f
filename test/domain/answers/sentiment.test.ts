import { describe, expect, test } from '@jest/globals';
import { evidenceOf } from '../../../src/domain/answers/evidence.js';
import { readTone } from '../../../src/domain/answers/read-tone.js';
import { BRAND, toEntity } from '../../../src/domain/names/alias.js';
import { acceptMentions, createMentionFinder } from '../../../src/domain/names/mention.js';
import { watchProcessor } from '../../helpers/run/processor.js';

const finder = createMentionFinder([
  toEntity(BRAND, 'Acme', [{ text: '大疆' }]),
  toEntity('rival', 'Globex'),
  toEntity('boots', 'Dr. Martens'),
  toEntity('portal', 'Yahoo!'),
]);
const evidence = (text: string, entityId = BRAND) =>
  evidenceOf(text, acceptMentions(finder.find(text), text, null), entityId);
const windowOf = (text: string, entityId = BRAND) => evidence(text, entityId)?.text ?? null;

test.each([
  ['Many tools exist. Acme is fast. Others are not.', 'Acme is fast.'],
  ['Acme is fast. It is cheap. It is old.', 'Acme is fast. It is cheap. It is old.'],
  ['Acme is fast. However, it is dear. Others are not.', 'Acme is fast. However, it is dear.'],
  ['Acme is an option. It is a good idea to compare.', 'Acme is an option.'],
  ['Acme is an option.\n\nIt is cheap.', 'Acme is an option.'],
  ['Acme is fast, but dear.', 'Acme is fast, dear.'],
  ['Acme is fast. Its price is fair.', 'Acme is fast. Its price is fair.'],
  ['Acme is fast. Italy is sunny.', 'Acme is fast.'],
  ['Acme beats Globex. It crashes.', 'Acme beats Globex.'],
  ['Globex loses to Acme. It is fast, but Globex is not.', 'Globex loses to Acme. It is fast,'],
  ['Globex is great, but Acme is awful.', 'Acme is awful.'],
  ['Acme is great, but Globex is awful.', 'Acme is great,'],
  ['Acme is fast; however, Globex is slow.', 'Acme is fast;'],
  ['Acme is good whereas Globex is bad.', 'Acme is good'],
  ['Acme is not only fast but also cheap.', 'Acme is not only fast but also cheap.'],
  ['Acme is nothing but trouble.', 'Acme is nothing but trouble.'],
  ['Globex很好，但大疆更便宜。', '大疆更便宜。'],
  ['大疆不但便宜而且好用。它很快。别的不行。', '大疆不但便宜而且好用。 它很快。'],
  ['Globex 不错，然而大疆太慢。', '大疆太慢。'],
  ['## Acme\nFast and cheap. Old.\n## Globex\nSlow.', 'Acme Fast and cheap.'],
  ['1. **Acme** – fast\n2. **Globex** – slow', '**Acme** – fast'],
  ['Acme Inc. is fast, e.g. Today. Globex is not.', 'Acme Inc. is fast, e.g. Today.'],
  ['Globex only.', null],
  ['', null],
])('%j: what is said of the brand is %j', (text, expected) => {
  expect(windowOf(text)).toBe(expected?.replaceAll('**', '') ?? null);
});

test('a name is never cut', () => {
  expect(windowOf('We like Dr. Martens. Acme is fine.', 'boots')).toBe('We like Dr. Martens.');
  expect(windowOf('Yahoo! is old. Acme is fine.', 'portal')).toBe('Yahoo! is old.');
  expect(windowOf('I use Yahoo! It is old. Acme is fine.', 'portal')).toBe(
    'I use Yahoo! It is old.',
  );
});

test('addresses, link targets and marks are no evidence', () => {
  expect(
    windowOf('[Acme](https://terrible.example) is **fast**, see https://awful.example/x'),
  ).toBe('Acme is fast, see');
});

test('an endless answer leaves a window of bounded length', () => {
  const window = windowOf('Acme is fast and cheap. '.repeat(5_000)) ?? '';
  expect(window.length).toBeGreaterThan(1_900);
  expect(window.length).toBeLessThanOrEqual(2_000);
  expect(windowOf(`Acme ${'and '.repeat(5_000)}`)?.length).toBe(2_000);
});

test('an answer of nothing but mentions is read in time', () => {
  const text = 'Acme. Globex! '.repeat(40_000);
  const mentions = finder.find(text);
  const spentMs = watchProcessor();
  expect(evidenceOf(text, mentions, BRAND)?.text.length).toBeLessThanOrEqual(2_000);
  expect(spentMs()).toBeLessThan(2_000);
});

const read = (text: string, language = 'en') => {
  const found = evidence(text);
  return found && readTone(found, text, language);
};

describe('the rules', () => {
  test.each([
    // Words of the trade.
    ['Acme is overpriced and support is slow.', 'negative'],
    ['Acme has frequent outages.', 'negative'],
    ['Acme is the market leader.', 'positive'],
    ['Acme offers a free plan and a paid plan from $10 a month.', 'neutral'],
    ['Acme lacks integrations.', 'negative'],
    ['Acme solves many problems that plague small teams.', 'positive'],
    // Negation.
    ['Acme is not bad at all.', 'positive'],
    ['I have never had a problem with Acme.', 'positive'],
    ['I would not recommend Acme.', 'negative'],
    ['Acme is neither cheap nor reliable.', 'negative'],
    ['Acme delivers without hidden fees.', 'positive'],
    // Contrast.
    ['Acme is good, but far too expensive and buggy.', 'negative'],
    ['Although Acme is expensive, it is the most reliable tool on the market.', 'positive'],
    ['Acme used to be great. It has become slow and unreliable.', 'negative'],
    // Comparison, and who the words are about.
    ['Unlike Globex, which is terrible, Acme is excellent.', 'positive'],
    ['Unlike Acme, Globex is fast and reliable.', 'negative'],
    ['Globex is cheaper than Acme.', 'negative'],
    ['Acme is cheaper than Globex.', 'positive'],
    ['Many customers switched from Acme to Globex.', 'negative'],
    ['Acme outperforms Globex in every test.', 'positive'],
    ['Acme lags behind Globex.', 'negative'],
    ['Globex is excellent. Acme is another option.', 'neutral'],
    ['No other bank is as transparent as Acme.', 'positive'],
    ['Some prefer Acme, others Globex.', 'neutral'],
    // Ratings.
    ['Acme earned 4.8 out of 5 stars from 12,000 users.', 'positive'],
    ['Reviewers on Trustpilot give Acme 1.8 stars.', 'negative'],
    // Nobody.
    ['It is a good idea to compare Acme with other tools.', 'neutral'],
    ['Acme was founded in 2010 and is based in Berlin.', 'neutral'],
  ])('%s: %s', (text, label) => {
    expect(read(text)).toMatchObject({ label, method: 'lexicon' });
  });

  test('the clause with the brand decides', () => {
    expect(read('Globex is excellent and trusted, but Acme is terrible.')?.label).toBe('negative');
    expect(read('Globex is terrible, but Acme is excellent and trusted.')?.label).toBe('positive');
  });

  test('a name that is itself a word of praise praises nobody', () => {
    const best = createMentionFinder([toEntity(BRAND, 'Best'), toEntity('x', 'Love')]);
    const text = 'Best is sold in shops. Love is sold beside Best.';
    const found = evidenceOf(text, best.find(text), BRAND);
    expect(found && readTone(found, text, 'en')).toEqual({
      label: 'neutral',
      score: 0,
      method: 'lexicon',
    });
  });

  test.each([
    ['大疆手机非常好用，性价比很高。', 'en'],
    ['Acme 这个产品非常糟糕，客服很慢。', 'en'],
    ['Acme ist ein hervorragendes Werkzeug und sehr zuverlässig.', 'en'],
    ['Acme est un excellent choix pour les petites équipes.', 'fr'],
    ['Acme – очень удобный и надёжный сервис для небольших команд.', 'en'],
    ['Acme ist gut.', 'de'],
  ])('does not pretend to read %s', (text, language) => {
    expect(read(text, language)).toEqual({ label: 'neutral', score: null, method: 'none' });
  });

  test('in a short window the prompt says the language', () => {
    expect(read('Acme: great', 'en-GB')?.method).toBe('lexicon');
    expect(read('Acme: great', 'nl')?.method).toBe('none');
  });

  test.each(['constructor', '__proto__', 'hasOwnProperty', '\ud800', '!!!', '😀'])(
    'survives %j',
    (word) => {
      expect(read(`Acme is a ${word} thing among all of the others.`)?.method).toBe('lexicon');
    },
  );
});
