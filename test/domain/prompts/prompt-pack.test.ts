import { describe, expect, it } from '@jest/globals';
import {
  createCheckPrompts,
  createPromptPack,
  STAGES,
} from '../../../src/domain/prompts/prompt-pack.js';

describe('createPromptPack', () => {
  const pack = createPromptPack('  CRM\n software ');

  it('has three prompts of each stage, all different', () => {
    for (const stage of STAGES)
      expect(pack.filter((prompt) => prompt.stage === stage)).toHaveLength(3);
    expect(new Set(pack.map((prompt) => prompt.text)).size).toBe(12);
  });

  it('names the category in each, as written, and leaves no gap', () => {
    for (const { text } of pack) expect(text).toMatch(/^[A-Z].*\bCRM software\b.*\?$/);
    expect(createPromptPack("$& {category} $'")[0]?.text).toBe(
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
  expect(createPromptPack('CRM software')).toEqual(expect.arrayContaining(prompts));
});
