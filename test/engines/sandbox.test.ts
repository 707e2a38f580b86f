import { describe, expect, test } from '@jest/globals';
import type { EngineAnswer, EngineErrorCode, Question, Subject } from '../../src/engines/engine.js';
import { SUPPORTED_PLATFORMS } from '../../src/engines/platforms.js';
import {
  createSandboxEngine,
  ratesBehind,
  type SandboxOptions,
} from '../../src/engines/sandbox.js';
import { trueRates } from '../../src/engines/sandbox-model.js';
import { never, question, subject } from './question.js';

const DRAWS = 8_000;
const PLATFORM_IDS = SUPPORTED_PLATFORMS.map(({ id }) => id);

const draw = (
  platform: string,
  options: SandboxOptions = {},
  asked: Partial<Question> = {},
  draws = DRAWS,
): Promise<EngineAnswer[]> => {
  const engine = createSandboxEngine(platform, options);
  return Promise.all(
    Array.from({ length: draws }, (_, repeat) =>
      engine.ask({ ...question, ...asked, repeat }, never),
    ),
  );
};

const mentions = (answer: EngineAnswer, name = subject.name): boolean => answer.text.includes(name);

/** Rank by first occurrence among the brand and its competitors, read from the text alone. */
function rankOf(answer: EngineAnswer): number {
  const found = [subject.name, ...subject.competitors.map(({ name }) => name)]
    .map((name) => ({ name, at: answer.text.indexOf(name) }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => one.at - other.at);
  return found.findIndex(({ name }) => name === subject.name) + 1;
}

function toneOf(answer: EngineAnswer): string {
  const line = answer.text.split(/\n|(?<=\.) /u).find((part) => part.includes(subject.name)) ?? '';
  if (/excellent|great|love|trusted|recommend/u.test(line)) return 'positive';
  return /disappointing|terrible|slow|complain|poor|bad/u.test(line) ? 'negative' : 'neutral';
}

const owned = (answer: EngineAnswer): string[] =>
  answer.citations.map(({ url }) => url).filter((url) => new URL(url).hostname === 'www.acme.com');

/** Four standard errors of a share: 1 in 16,000 by chance, and the draws are the same every time. */
function expectShare(hits: number, of: number, truth: number): void {
  expect(Math.abs(hits / of - truth)).toBeLessThanOrEqual(
    4 * Math.sqrt((truth * (1 - truth)) / of),
  );
}

describe('an answer', () => {
  test('is the same for the same question, and another for any part that differs', async () => {
    const engine = createSandboxEngine('chatgpt');
    const first = await engine.ask(question, never);
    expect(await createSandboxEngine('chatgpt').ask({ ...question }, never)).toEqual(first);
    expect(
      await engine.ask({ ...question, subject: { ...subject, brandId: 'another' } }, never),
    ).toEqual(first);

    const variants: Partial<Question>[] = [
      { promptText: 'Which CRM is worth its price?' },
      { day: '2026-01-03' },
      { repeat: 1 },
      { country: 'DE' },
      { language: 'de' },
      { subject: { ...subject, name: 'Acme Two' } },
    ];
    const all = await Promise.all(
      variants.map((part) => engine.ask({ ...question, ...part }, never)),
    );
    all.push(first, await createSandboxEngine('gemini').ask(question, never));
    expect(new Set(all.map((answer) => JSON.stringify(answer))).size).toBe(variants.length + 2);
  });

  test('says what it is: sandbox-1, free, with plausible tokens', async () => {
    for (const answer of await draw('grok', {}, {}, 200)) {
      expect(answer).toMatchObject({ model: 'sandbox-1', costUsd: 0 });
      expect(answer.tokensUsed).toBeGreaterThan(30);
      expect(answer.tokensUsed).toBeLessThan(600);
    }
  });

  test('comes as a list or as paragraphs, some with links and some with marks', async () => {
    const answers = await draw('perplexity', {}, {}, 400);
    for (const form of [/^1\. \*\*/mu, /^- \*\*/mu, /\]\(https:\/\//u, /\[1\]/u]) {
      const share = answers.filter(({ text }) => form.test(text)).length / answers.length;
      expect(share).toBeGreaterThan(0.05);
      expect(share).toBeLessThan(0.8);
    }
  });

  test('cuts no character in two when it repeats a long prompt', async () => {
    const promptText = '𠮷'.repeat(500);
    for (const { text, searchQueries } of await draw('gemini', {}, { promptText }, 50)) {
      expect([text, ...searchQueries].every((part) => part.isWellFormed())).toBe(true);
    }
  });

  test('marks and links only what it cites', async () => {
    for (const { text, citations } of await draw('perplexity', {}, {}, 1_000)) {
      const urls = citations.map(({ url }) => url);
      expect(new Set(urls).size).toBe(urls.length);
      for (const [, mark] of text.matchAll(/\[(\d+)\]/gu))
        expect(Number(mark)).toBeLessThanOrEqual(urls.length);
      for (const [, url] of text.matchAll(/\]\((\S+?)\)/gu)) expect(urls).toContain(url);
    }
  });
});

describe.each(PLATFORM_IDS)('measured over many answers of %s,', (platform) => {
  const rates = trueRates({ platform, subject, day: question.day });
  const asked = draw(platform);

  test('mentions come at the true rate, each by itself', async () => {
    const hits = (await asked).map((answer) => Number(mentions(answer)));
    expectShare(
      hits.reduce((sum, hit) => sum + hit, 0),
      DRAWS,
      rates.mention,
    );
    // Independent draws: two neighbours both hit at the square of the rate.
    const both = hits.filter((hit, index) => index % 2 === 1 && hit + (hits[index - 1] ?? 0) === 2);
    expectShare(both.length, DRAWS / 2, rates.mention ** 2);
  });

  test('ranks, tones and rivals come at theirs', async () => {
    const answers = await asked;
    const ranks = answers.map(rankOf);
    expectShare(ranks.filter((rank) => rank === 1).length, DRAWS, rates.first);
    expectShare(ranks.filter((rank) => rank >= 1 && rank <= 3).length, DRAWS, rates.top3);
    expect(rates.top3).toBeLessThan(rates.mention);

    const mentioning = answers.filter((answer) => mentions(answer));
    for (const tone of ['positive', 'neutral', 'negative'] as const) {
      const hits = mentioning.filter((answer) => toneOf(answer) === tone).length;
      expectShare(hits, mentioning.length, rates[tone]);
    }
    expect(rates.rivals.map(({ name }) => name)).toEqual(
      subject.competitors.map(({ name }) => name),
    );
    for (const rival of rates.rivals) {
      expectShare(
        answers.filter((answer) => mentions(answer, rival.name)).length,
        DRAWS,
        rival.mention,
      );
    }
  });

  test('citations, and those of the own site, come at theirs', async () => {
    const answers = await asked;
    expectShare(
      answers.filter(({ citations }) => citations.length > 0).length,
      DRAWS,
      rates.citation,
    );
    expectShare(
      answers.filter((answer) => owned(answer).length > 0).length,
      DRAWS,
      rates.ownedCitation,
    );
    const density = answers.reduce((sum, answer) => sum + owned(answer).length, 0) / DRAWS;
    expect(Math.abs(density - rates.ownedDensity)).toBeLessThan(0.025);
    expect(rates.citation > 0).toBe(platform !== 'deepseek');
    expect(createSandboxEngine(platform).citationCapable).toBe(platform !== 'deepseek');
  });
});

describe('the truth', () => {
  test('can be fixed for a platform, down to never and up to always', async () => {
    const options = { rates: { claude: 0.2, grok: 0, gemini: 1 } };
    const hits = async (platform: string) =>
      (await draw(platform, options)).filter((answer) => mentions(answer)).length;
    expectShare(await hits('claude'), DRAWS, 0.2);
    expect(await hits('grok')).toBe(0);
    expect(await hits('gemini')).toBe(DRAWS);
    expect(await hits('chatgpt')).toBe(
      (await draw('chatgpt')).filter((answer) => mentions(answer)).length,
    );
  });

  test('drops on the day it is told to, and wins over the fixed rate', async () => {
    const options: SandboxOptions = {
      rates: { chatgpt: 0.6 },
      truth: (platform, _, day) =>
        platform === 'chatgpt' && day >= '2026-02-01' ? { mention: 0.3, negative: 0.7 } : undefined,
    };
    const before = await draw('chatgpt', options, { day: '2026-01-31' });
    const after = await draw('chatgpt', options, { day: '2026-02-01' });
    expectShare(before.filter((answer) => mentions(answer)).length, DRAWS, 0.6);
    const mentioning = after.filter((answer) => mentions(answer));
    expectShare(mentioning.length, DRAWS, 0.3);
    expectShare(
      mentioning.filter((answer) => toneOf(answer) === 'negative').length,
      mentioning.length,
      0.7,
    );
    expect(ratesBehind('chatgpt', { ...question, day: '2026-02-01' }, options)).toMatchObject({
      mention: 0.3,
      negative: 0.7,
    });
  });

  test('does not drift by itself, and shares always add up to one', () => {
    for (const platform of PLATFORM_IDS) {
      const rates = trueRates({ platform, subject, day: '2026-01-02' });
      expect(trueRates({ platform, subject, day: '2027-06-30' })).toEqual(rates);
      for (const overrides of [
        {},
        { positive: 1 },
        { negative: 1 },
        { positive: 0.9, negative: 0.9 },
      ]) {
        const { positive, neutral, negative } = trueRates({
          platform,
          subject,
          day: '2026-01-02',
          overrides,
        });
        expect(positive + neutral + negative).toBeCloseTo(1, 12);
        expect(Math.min(positive, neutral, negative)).toBeGreaterThanOrEqual(-1e-12);
      }
    }
  });

  test('of owned citations is zero without a website', async () => {
    const homeless: Subject = { ...subject, website: null };
    expect(
      trueRates({ platform: 'gemini', subject: homeless, day: question.day }).ownedCitation,
    ).toBe(0);
    const answers = await draw('gemini', {}, { subject: homeless }, 500);
    expect(answers.flatMap(owned)).toEqual([]);
    expect(answers.some(({ citations }) => citations.length > 0)).toBe(true);
  });

  test('takes a website without a scheme, and none that is no website', async () => {
    const at = (website: string) =>
      trueRates({ platform: 'gemini', subject: { ...subject, website }, day: question.day })
        .ownedCitation;
    expect(at('acme.com')).toBeGreaterThan(0);
    expect([at('mailto:a@acme.com'), at('  '), at('http://')]).toEqual([0, 0, 0]);
  });
});

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

describe('asking', () => {
  test('takes about the latency it was told, and the same for the same question', async () => {
    const engine = createSandboxEngine('chatgpt', { latencyMs: 60 });
    const timesMs: number[] = [];
    for (const repeat of [0, 0, 1, 2, 3]) {
      const startedMs = performance.now();
      await engine.ask({ ...question, repeat }, never);
      timesMs.push(performance.now() - startedMs);
    }
    expect(Math.min(...timesMs)).toBeGreaterThanOrEqual(29);
    expect(Math.max(...timesMs) - Math.min(...timesMs)).toBeGreaterThan(3);
  });

  test.each([
    ['ABORTED', () => AbortSignal.abort()],
    ['TIMEOUT', () => AbortSignal.timeout(30)],
  ])('ends as %s', async (code, toSignal) => {
    const engine = createSandboxEngine('chatgpt', { latencyMs: 60_000 });
    const startedMs = performance.now();
    await expect(engine.ask(question, toSignal())).rejects.toMatchObject({
      name: 'EngineError',
      code,
    });
    expect(performance.now() - startedMs).toBeLessThan(500);
  });

  test('fails on the platforms that are told to fail, and on no other', async () => {
    const failures: Record<string, EngineErrorCode> = { grok: 'RATE_LIMITED' };
    await expect(
      createSandboxEngine('grok', { failures }).ask(question, never),
    ).rejects.toMatchObject({
      code: 'RATE_LIMITED',
    });
    await expect(
      createSandboxEngine('claude', { failures }).ask(question, never),
    ).resolves.toBeDefined();
  });
});
