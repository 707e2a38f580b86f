import { BRAND, toEntity } from '../../src/domain/names/alias.js';
import { createMentionFinder } from '../../src/domain/names/mention.js';
import { ALIASES, writeAnswers } from '../answers.js';
import { type Line, median, report, show } from '../report.js';
import { createIndexOfFinder } from '../rivals/index-of.js';

const ANSWERS = 10_000;
const CHARACTERS = 1_500;
const ROUNDS = 7;

/** Answers per turn of each side. Short turns make other load on the machine affect both sides alike. */
const TURN = 500;

type Find = (text: string) => readonly unknown[];

const countAll = (find: Find, answers: readonly string[]): number =>
  answers.reduce((sum, text) => sum + find(text).length, 0);

function timed(find: Find, answers: readonly string[]): number {
  const startedMs = performance.now();
  if (countAll(find, answers) === 0) throw new Error('no name was found');
  return (performance.now() - startedMs) / 1_000;
}

/** Answers per second of both sides, measured in turns. */
function measureRound(ours: Find, rival: Find, answers: readonly string[]) {
  const seconds = { ours: 0, rival: 0 };
  for (let from = 0; from < answers.length; from += TURN) {
    const part = answers.slice(from, from + TURN);
    seconds.ours += timed(ours, part);
    seconds.rival += timed(rival, part);
  }
  return { ours: answers.length / seconds.ours, rival: answers.length / seconds.rival };
}

/**
 * 100 names in 10,000 answers, compared with one pass of `indexOf` per name over a lower-cased copy. The product also
 * skips Markdown and URLs, checks word boundaries, takes the longest name and folds Unicode. The rival does not, so
 * it finds a few more names, some of them wrong.
 */
export async function measureMentions(): Promise<Line[]> {
  const answers = writeAnswers(ANSWERS, CHARACTERS);
  const [own = '', ...others] = ALIASES;
  const ours = createMentionFinder([
    toEntity(BRAND, own),
    ...others.map((name, index) => toEntity(String(index), name)),
  ]);
  const rival = createIndexOfFinder(ALIASES);
  const oursFound = countAll(ours.find, answers);
  const rivalFound = countAll(rival.find, answers);
  if (oursFound > rivalFound || oursFound < rivalFound * 0.9) {
    throw new Error(`ours found ${oursFound} names, the rival ${rivalFound}`);
  }
  const rates: { ours: number; rival: number }[] = [];
  // The first round is a warm-up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const rate = measureRound(ours.find, rival.find, answers);
    if (round > 0) rates.push(rate);
    const both = `${show(rate.ours)}/s to ${show(rate.rival)}/s`;
    report(`mentions: round ${round} of ${ROUNDS}: ${both}, ${show(rate.ours / rate.rival)}`);
  }
  return [
    {
      name: '100 names in answers',
      ours: `${show(median(rates.map((rate) => rate.ours)))}/s`,
      rival: `${show(median(rates.map((rate) => rate.rival)))}/s`,
      values: rates.map((rate) => rate.ours / rate.rival),
      target: { value: 3 },
    },
  ];
}
