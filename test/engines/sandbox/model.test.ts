import { describe, expect, test } from '@jest/globals';
import type { Subject } from '../../../src/engines/engine.js';
import { trueRates } from '../../../src/engines/sandbox/model.js';
import {
  createSandboxEngine,
  ratesBehind,
  type SandboxOptions,
} from '../../../src/engines/sandbox/sandbox.js';
import { question, subject } from '../question.js';
import {
  DRAWS,
  draw,
  expectShare,
  mentions,
  owned,
  PLATFORM_IDS,
  rankOf,
  toneOf,
} from './draws.js';

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
    expect(rates.citation).toBeGreaterThan(0);
    expect(createSandboxEngine(platform).citationCapable).toBe(true);
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
