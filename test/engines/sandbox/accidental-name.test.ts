import { describe, expect, test } from '@jest/globals';
import type { Subject } from '../../../src/engines/engine.js';
import { trueRates } from '../../../src/engines/sandbox/model.js';
import { ratesBehind } from '../../../src/engines/sandbox/sandbox.js';
import { question, subject } from '../question.js';
import { DRAWS, draw, expectShare, mentions } from './draws.js';

describe('the brand’s name', () => {
  const occurs = (text: string, name: string): boolean => {
    const prose = text.replace(/\]\(\S+?\)/gu, ']');
    const edge = '[\\p{L}\\p{M}\\p{N}_]';
    const escaped = name.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&');
    const pattern = /^[\p{L}\p{N}].*[\p{L}\p{N}]$|^[\p{L}\p{N}]$/u.test(name)
      ? `(?<!${edge})${escaped}(?!${edge})`
      : escaped;
    return new RegExp(pattern, 'iu').test(prose);
  };

  test.each([
    'Best',
    'The',
    'Compare',
    'a',
    '1',
    'Most comparisons',
    'C++',
    'Yahoo!',
    'x.*[y',
    'Coca-Cola',
    'either/or',
    '小米',
    'ИКЕА',
  ])('never occurs by accident: %s', async (name) => {
    const bold: Subject = { ...subject, name };
    const promptText = 'Tell me where to look';
    const without = await draw(
      'perplexity',
      { rates: { perplexity: 0 } },
      { subject: bold, promptText },
      300,
    );
    expect(without.filter(({ text }) => occurs(text, name))).toEqual([]);
    const withName = await draw(
      'perplexity',
      { rates: { perplexity: 1 } },
      { subject: bold, promptText },
      300,
    );
    expect(withName.every(({ text }) => text.includes(name))).toBe(true);
  });

  test('is not echoed from a prompt that names it, yet such a prompt nearly always gets it', async () => {
    const asked = { promptText: 'Is Acme better than Globex? See https://acme.com/Acme' };
    const none = await draw('gemini', { rates: { gemini: 0 } }, asked, 2_000);
    expect(none.some((answer) => mentions(answer))).toBe(false);
    const usual = await draw('gemini', {}, asked);
    expectShare(usual.filter((answer) => mentions(answer)).length, DRAWS, 0.98);
    expect(ratesBehind('gemini', { ...question, ...asked }).mention).toBe(0.98);
  });

  test('of a competitor counts only where it was drawn, however common the word', async () => {
    const plain: Subject = {
      ...subject,
      competitors: ['Prices', 'Most', 'Compare', 'Make'].map((name) => ({ name })),
    };
    const { rivals } = trueRates({ platform: 'gemini', subject: plain, day: question.day });
    const answers = await draw(
      'gemini',
      {},
      { subject: plain, promptText: 'Most prices compare well' },
    );
    for (const { name, mention } of rivals) {
      expectShare(answers.filter(({ text }) => occurs(text, name)).length, DRAWS, mention);
    }
  });

  test('is not made by a competitor’s name and the word after it', async () => {
    const overlapping: Subject = {
      ...subject,
      name: 'Pro appears',
      competitors: [{ name: 'Globex Pro' }],
    };
    const answers = await draw('gemini', { rates: { gemini: 0 } }, { subject: overlapping }, 1_000);
    expect(answers.filter(({ text }) => occurs(text, 'Pro appears'))).toEqual([]);
  });

  test('inside a competitor’s name leaves that competitor out', () => {
    const competitors = ['Acme Pro', 'Globex', ' globex ', ''].map((name) => ({ name }));
    const { rivals } = trueRates({
      platform: 'grok',
      subject: { ...subject, competitors },
      day: question.day,
    });
    expect(rivals.map(({ name }) => name)).toEqual(['globex']);
  });

  test('has invented rivals beside it when there are no competitors', async () => {
    const alone: Subject = { ...subject, competitors: [] };
    const rates = trueRates({ platform: 'grok', subject: alone, day: question.day });
    expect(rates.rivals).toHaveLength(4);
    expect(
      trueRates({ platform: 'claude', subject: alone, day: question.day }).rivals.map(
        ({ name }) => name,
      ),
    ).toEqual(rates.rivals.map(({ name }) => name));
    expect([rates.first, rates.top3]).toEqual([rates.mention, rates.mention]);
    const answers = await draw('grok', {}, { subject: alone });
    for (const rival of rates.rivals) {
      expectShare(
        answers.filter((answer) => mentions(answer, rival.name)).length,
        DRAWS,
        rival.mention,
      );
    }
  });
});
