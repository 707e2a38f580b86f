import { describe, expect, it } from '@jest/globals';
import {
  createCheckPrompts,
  createPromptPack,
  languageOfScript,
  STAGES,
} from '../../../src/domain/prompts/prompt-pack.js';
import { classifyStage } from '../../../src/domain/prompts/stage.js';

describe('createPromptPack', () => {
  const pack = createPromptPack('  CRM\n software ', 'en');

  it('has three prompts of each stage, all different', () => {
    for (const stage of STAGES)
      expect(pack.filter((prompt) => prompt.stage === stage)).toHaveLength(3);
    expect(new Set(pack.map((prompt) => prompt.text)).size).toBe(12);
  });

  it('names the category in each, as written, and leaves no gap', () => {
    for (const { text } of pack) expect(text).toMatch(/^[A-Z].*\bCRM software\b.*\?$/);
    expect(createPromptPack("$& {category} $'", 'en')[0]?.text).toBe(
      "What problems can $& {category} $' solve?",
    );
  });

  // The cues by which prompts are told apart: the first stage that matches has it.
  const cues = {
    action:
      /\b(buy|purchase|order|prices?|pricing|cost|coupon|discount|sign up|log in|download|install|near me|quote|demo|free trial|subscribe)\b/i,
    desire:
      /\b(best|top \d+|vs|versus|compare|comparison|alternatives?|reviews?|recommend|worth it)\b/i,
    interest:
      /\b(how (to|does|can)|features?|benefits?|types of|guide|tutorial|use case|what to look for)\b/i,
  };

  it.each(pack)('$stage: $text', ({ stage, text }) => {
    const read =
      (['action', 'desire', 'interest'] as const).find((name) => cues[name].test(text)) ??
      'awareness';
    expect(read).toBe(stage);
  });
});

it('a check asks one prompt of the pack for each stage, in the order of the funnel', () => {
  const prompts = createCheckPrompts(' CRM  software');
  expect(prompts.map(({ stage }) => stage)).toEqual(STAGES);
  expect(createPromptPack('CRM software', 'en')).toEqual(expect.arrayContaining(prompts));
});

it.each(['de', 'fr-CA', 'es', 'it', 'pt-BR', 'nl', 'zh-Hans', 'ja', 'ko'])(
  'in %s it has twelve of its own, three of each stage, which name the category',
  (language) => {
    const pack = createPromptPack('Zubehör', language);
    expect(pack).toHaveLength(12);
    expect(new Set(pack.map(({ text }) => text)).size).toBe(12);
    const english = new Set(createPromptPack('Zubehör', 'en').map(({ text }) => text));
    for (const { text } of pack) {
      expect(text).toContain('Zubehör');
      expect(english.has(text)).toBe(false);
    }
    // Of these the rules can read Chinese alone.
    if (language.startsWith('zh'))
      for (const { text, stage } of pack)
        expect(classifyStage(text, 'zh', false).stage).toBe(stage);
  },
);

it('has English words where a language has none of its own', () => {
  expect(createPromptPack('sko', 'nb')).toEqual(createPromptPack('sko', 'en'));
});

it.each([
  ['CRM software', 'en'],
  ['Fahrräder', 'en'],
  ['跑步鞋', 'zh'],
  ['ランニングシューズ', 'ja'],
  ['運動靴のレンタル', 'ja'],
  ['운동화', 'ko'],
])('%s is taken for %s by its script', (category, language) => {
  expect(languageOfScript(category)).toBe(language);
});
