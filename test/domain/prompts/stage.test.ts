import { describe, expect, test } from '@jest/globals';
import { isBranded } from '../../../src/domain/measures/visibility.js';
import { BRAND, toEntity } from '../../../src/domain/names/alias.js';
import { createMentionFinder } from '../../../src/domain/names/mention.js';
import { createPromptPack, type Stage } from '../../../src/domain/prompts/prompt-pack.js';
import {
  classifyStage,
  isUnsure,
  readStageVote,
  toStageMajority,
} from '../../../src/domain/prompts/stage.js';
import { watchProcessor } from '../../helpers/run/processor.js';

const finder = createMentionFinder([toEntity(BRAND, 'Acme')]);
const classify = (text: string, language = 'en') =>
  classifyStage(text, language, isBranded(text, language, finder));

const GOLDEN: [string, Stage][] = [
  ['What is a CRM?', 'awareness'],
  ['什么是客户关系管理？', 'awareness'],
  ['为什么客户会流失？', 'awareness'],
  ['Why do small companies lose customers?', 'awareness'],
  ['How to choose a CRM for a small team', 'interest'],
  ['如何选择适合小公司的CRM', 'interest'],
  ['CRM系统有哪些功能', 'interest'],
  ['Is Acme owned by Globex?', 'interest'],
  ['What are the benefits of a CRM?', 'interest'],
  ['best CRM for small business 2026', 'desire'],
  ['Acme vs Globex', 'desire'],
  ['alternatives to Globex', 'desire'],
  ['哪个CRM好用，推荐一下', 'desire'],
  ['小米和华为手机对比', 'desire'],
  ['Globex reviews', 'desire'],
  ['Acme CRM pricing', 'action'],
  ['Where can I buy Acme CRM in Berlin?', 'action'],
  ['book an Acme demo', 'action'],
  ['Acme官网下载', 'action'],
  ['华为Mate多少钱', 'action'],
  ['CRM coupon code', 'action'],
];
/** What rules of words cannot know. */
const MISSES: [string, Stage, Stage][] = [
  ['Is the best book on CRM worth reading?', 'desire', 'action'],
  ['cost of losing customers', 'awareness', 'action'],
  ['top 10 CRM deals', 'action', 'desire'],
];

describe('the golden set: 21 of 24', () => {
  test.each(GOLDEN)('%s: %s', (text, stage) => {
    expect(classify(text).stage).toBe(stage);
  });

  test.each(MISSES)('%s is meant as %s and taken for %s', (text, _, taken) => {
    expect(classify(text).stage).toBe(taken);
  });

  test('has 24 prompts', () => {
    expect(GOLDEN.length).toBe(21);
    expect(MISSES.length).toBe(3);
    expect(MISSES.every(([, meant, taken]) => meant !== taken)).toBe(true);
  });
});

test('the prompts that an account begins with are of the stage they are filed under', () => {
  for (const category of ['CRM software', 'running shoes', 'hotels in Berlin']) {
    for (const { text, stage } of createPromptPack(category, 'en')) {
      expect([text, classify(text).stage]).toEqual([text, stage]);
    }
  }
});

test.each([
  ['Acme CRM pricing', 1, false],
  ['What is a CRM?', 0.75, false],
  ['Tell me of Acme', 1, false],
  ['best price for a CRM', 1 / 2, true],
  ['how to compare prices', 0.3333, true],
  ['Welche CRM-Software ist gut?', 0.75, false],
])('%s: sure by %d', (text, confidence, unsure) => {
  const staged = classify(text);
  expect(staged.confidence).toBe(confidence);
  expect(isUnsure(staged)).toBe(unsure);
});

test('in a language without words of its own only a name says anything', () => {
  expect(classify('Welche CRM-Software ist gut?', 'de')).toEqual({
    stage: 'awareness',
    confidence: 0,
  });
  expect(classify('Gehört Acme zu Globex?', 'de')).toEqual({ stage: 'interest', confidence: 1 });
  expect(classify('什么是客户关系管理？', 'en').confidence).toBe(0.75);
});

test.each([
  ['in order to grow', 'awareness'],
  ['a bestiary of reviewers', 'awareness'],
  ['Which of them should I take?', 'desire'],
  ['LOG IN', 'action'],
])('%s is %s', (text, stage) => {
  expect(classify(text).stage).toBe(stage);
});

test('a prompt of 4,000 characters is read at once', () => {
  const spentMs = watchProcessor();
  classify('which '.repeat(660));
  expect(spentMs()).toBeLessThan(1_000);
});

test('votes of a judge', () => {
  expect(readStageVote({ stage: 'desire' })).toBe('desire');
  expect([readStageVote({ stage: 'buy' }), readStageVote('desire')]).toEqual([null, null]);
  expect(toStageMajority(['desire', 'desire'])).toEqual({ stage: 'desire', confidence: 1 });
  expect(toStageMajority(['desire', 'action', 'action'])).toEqual({
    stage: 'action',
    confidence: 0.6667,
  });
  expect(toStageMajority(['desire', 'action', 'interest'])).toBeNull();
  expect(toStageMajority(['desire'])).toBeNull();
  expect(toStageMajority([])).toBeNull();
});
