import { describe, expect, test } from '@jest/globals';
import type { EngineErrorCode, Question } from '../../../src/engines/engine.js';
import { createSandboxEngine } from '../../../src/engines/sandbox/sandbox.js';
import { never, question, subject } from '../question.js';
import { draw } from './draws.js';

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
    expect(performance.now() - startedMs).toBeLessThan(30_000);
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
