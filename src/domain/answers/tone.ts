/**
 * Tone of an English text towards one brand, by rules over clauses (metrics: sentiment): negation, contrast,
 * comparison, who a clause is about, and the words of product reviews. The general words and their strengths are those
 * of VADER (Hutto and Gilbert, ICWSM 2014).
 */

import { createRequire } from 'node:module';

/** Stand for the names in a masked text. Private-use characters, which no answer contains. */
export const OWN_NAME = '\ue000';
export const RIVAL_NAME = '\ue001';

interface ToneWords {
  neutral: string;
  words: Record<string, string>;
  phrases: Record<string, number>;
  negations: string;
  relief: string;
  loss: string;
  boosters: string;
  dampeners: string;
}

interface Lexicon {
  valences: ReadonlyMap<string, number>;
  /** Phrases by their first word, the longest first. */
  phrases: ReadonlyMap<string, { words: string[]; valence: number }[]>;
  negations: ReadonlySet<string>;
  /** Words that turn blame into praise: `solves problems`. */
  relief: ReadonlySet<string>;
  /** Words that turn praise into blame: `lacks flexibility`. */
  loss: ReadonlySet<string>;
  degrees: ReadonlyMap<string, number>;
}

/** A word with its strength in [-4, 4]. */
interface Token {
  word: string;
  valence: number;
  /** Number of words that the valence was read from. */
  words: number;
}

const BOOST = 1.3;
const DAMPEN = 0.7;
/** A negated word is weaker than its opposite: "not bad" is less than "good". */
const NEGATED = -0.75;
/** How far a negation reaches, in words. */
const REACH = 5;
/** What follows `but` outweighs what stands before it, and a main clause an `although`. */
const TURNED = 0.4;
const NORMALIZATION = 15;
/** VADER words are weaker than words of reviews. */
const GENERAL_WEIGHT = 0.6;

const setOf = (words: string): Set<string> => new Set(words.split(' '));

let lexicon: Lexicon | undefined;

/** Read with the first answer: processes that read none never need it. */
function loadLexicon(): Lexicon {
  const load = createRequire(import.meta.url);
  const general = load('./vader-lexicon.json') as { words: Record<string, string> };
  const own = load('./tone-words.json') as ToneWords;
  const valences = new Map<string, number>();
  for (const [valence, words] of Object.entries(general.words))
    for (const word of words.split(' ')) valences.set(word, Number(valence) * GENERAL_WEIGHT);
  for (const word of own.neutral.split(' ')) valences.delete(word);
  for (const [valence, words] of Object.entries(own.words))
    for (const word of words.split(' ')) valences.set(word, Number(valence));
  const phrases = Object.entries(own.phrases)
    .map(([phrase, valence]) => ({ words: phrase.split(' '), valence }))
    .sort((a, b) => b.words.length - a.words.length);
  return {
    valences,
    phrases: Map.groupBy(phrases, ({ words }) => words[0] ?? ''),
    negations: setOf(own.negations),
    relief: setOf(own.relief),
    loss: setOf(own.loss),
    degrees: new Map([
      ...own.boosters.split(' ').map((word) => [word, BOOST] as const),
      ...own.dampeners.split(' ').map((word) => [word, DAMPEN] as const),
    ]),
  };
}

const WORDS = /[\ue000\ue001]|[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu;

function tokensOf(clause: string, { valences, phrases }: Lexicon): Token[] {
  const words = clause.toLowerCase().match(WORDS) ?? [];
  const tokens: Token[] = [];
  for (let at = 0; at < words.length; ) {
    const word = words[at] ?? '';
    const phrase = phrases
      .get(word)
      ?.find((each) => each.words.every((part, index) => words[at + index] === part));
    const length = phrase?.words.length ?? 1;
    tokens.push({ word, valence: phrase?.valence ?? valences.get(word) ?? 0, words: length });
    at += length;
  }
  return tokens;
}

/** Strength of one word after the words before it. */
function strengthAt(tokens: readonly Token[], at: number, words: Lexicon): number {
  let strength = tokens[at]?.valence ?? 0;
  if (strength === 0) return 0;
  let negations = 0;
  for (let before = at - 1; before >= Math.max(0, at - REACH); before -= 1) {
    const { word = '', valence = 0 } = tokens[before] ?? {};
    if (word === OWN_NAME || word === RIVAL_NAME) break;
    if (before === at - 1) strength *= words.degrees.get(word) ?? 1;
    if (words.negations.has(word)) negations += 1;
    const turns = strength < 0 ? words.relief : words.loss;
    if (turns.has(word)) return strength * NEGATED;
    // An earlier opinion is negated, and not this one: "not cheap and reliable".
    if (valence !== 0 && negations === 0 && before < at - 1) break;
  }
  return negations > 0 ? strength * NEGATED : strength;
}

const sumOf = (tokens: readonly Token[], words: Lexicon): number =>
  tokens.reduce((sum, _, at) => sum + strengthAt(tokens, at, words), 0);

const OWN = '\ue000';
const NAME = '[\ue000\ue001]';
/** A rival does better, or customers leave for one. */
const AGAINST = [
  new RegExp(
    `\\b(?:better|faster|cheaper|easier|stronger|safer|more \\p{L}+|superior|\\p{L}+er)\\b[^,;]{0,60}\\bthan\\s+(?:(?:a|an|at|from|in|on|the|with)\\s+)?${OWN}`,
    'u',
  ),
  new RegExp(
    `\\b(?:beats?|outperforms?|surpass(?:es)?|outshines?|overtook|overtakes?|trumps?|edges? out|ahead of|over|superior to|instead of|rather than|leave|leaving|leaves|ditch(?:ed)?|abandon(?:ed)?|switch(?:ed|ing)? (?:away )?from|mov(?:ed|ing|e) (?:away )?from|migrat(?:ed|ing|e) (?:away )?from)\\s+(?:the\\s+)?${OWN}`,
    'u',
  ),
  new RegExp(
    `${OWN}[^,;]{0,30}\\b(?:lags? behind|trails?|lost (?:ground )?to|loses (?:ground )?to|falls? (?:short of|behind)|pales|is no match for|can(?:no|['’])t (?:match|compete))\\b`,
    'u',
  ),
  new RegExp(`\\b(?:unlike|compared (?:to|with)|in contrast to)\\s+${OWN}`, 'u'),
];
/** The brand does better, or customers come to it. */
const FOR = [
  new RegExp(`${OWN}\\s+(?:more|better)\\s+than\\s+${NAME}`, 'u'),
  new RegExp(`${OWN}\\s+than\\s+(?:at|on|with|from|in)?\\s*\ue001`, 'u'),
  new RegExp(`\\b(?:switch|switched|mov(?:ed|e)|migrat(?:ed|e)) from \ue001 to ${OWN}`, 'u'),
  new RegExp(`${OWN}[^,;]{0,20}\\b(?:left|leaves)\\s+\ue001[^,;]{0,10}\\bbehind\\b`, 'u'),
  new RegExp(
    `${OWN}[^,;]{0,60}\\b(?:better|faster|cheaper|easier|stronger|safer|superior|more (?:reliable|affordable|powerful|intuitive|flexible|accurate|comfortable|transparent|secure|durable|user-friendly))\\b[^,;]{0,40}\\b(?:than|to)\\s+${NAME}`,
    'u',
  ),
  new RegExp(
    `${OWN}[^,;]{0,30}\\b(?:beats?|outperforms?|surpass(?:es)?|outshines?|overtook|overtakes?|trumps?|edges? out|leads?|is ahead of)\\b`,
    'u',
  ),
  new RegExp(
    `(?<!\\bsome )(?<!\\bothers )\\b(?:prefer(?:red|s)?|choose|chose|pick(?:ed)?|recommend(?:ed|s)?|switch(?:ed|ing)? to|mov(?:ed|ing|e) to|migrat(?:ed|ing|e) to|loyal to|sticks? with|stuck with)\\s+(?:the\\s+)?${OWN}`,
    'u',
  ),
  new RegExp(
    `\\b(?:worse|slower|weaker|pricier|less \\p{L}+|more expensive)\\b[^,;]{0,30}\\bthan\\s+${OWN}`,
    'u',
  ),
];
const AGAINST_ADJECTIVE = new RegExp(
  `${OWN}[^,;]{0,60}\\b(?:worse|slower|weaker|pricier|more expensive|less \\p{L}+)\\b[^,;]{0,40}\\bthan\\b`,
  'u',
);
const COMPARED = 2;

/** Nobody does as well: `no other bank is as fair as Acme`, `few can match Acme`. */
const UNEQUALLED = new RegExp(
  `\\b(?:no(?: other| one|body)?|few|none|hardly any(?:one)?|nothing)\\b[^,;]{0,60}\\b(?:(?:as|more|better|[a-z]+er)\\b[^,;]{0,30}\\b(?:as|than)|match(?:es)?|beats?|rivals?|compares? (?:to|with)|compete with|comes? close to)\\s+${OWN}`,
  'u',
);

/** Stars of a rating, of five. */
const STARS = /(?<![\d.])([0-5](?:\.\d)?)(?:\s*(?:out of|\/|of)\s*5\b|[ -]stars?\b)/iu;
const GOOD_STARS = 4;
const BAD_STARS = 2.9;
const RATED = 2.5;

function ratingIn(clause: string): number {
  const stars = STARS.exec(clause)?.[1];
  if (stars === undefined) return 0;
  if (Number(stars) >= GOOD_STARS) return RATED;
  return Number(stars) <= BAD_STARS ? -RATED : 0;
}

/** Who a clause is about: the first name in it, unless that stands after `unlike`, `than` and their like. */
const ASIDE =
  /\b(?:unlike|than|compared (?:to|with)|in contrast to|like|alternatives? to|competitors? (?:to|of)|rivals? (?:to|of|like)|instead of|over|such as)\s+(?:the\s+)?[\ue000\ue001](?:(?:,| and| or)\s*[\ue000\ue001])*/gu;

/** Strength of the comparisons in a clause, for the brand or against it; null without any. */
function comparisonIn(clause: string): number | null {
  const lower = clause.toLowerCase();
  const isNegated = /\b(?:not|never|no|cannot|hardly|rarely)\b|n['’]t\b/.test(lower);
  if (UNEQUALLED.test(lower)) return COMPARED;
  let sum = 0;
  if (AGAINST_ADJECTIVE.test(lower)) sum -= COMPARED;
  else if (FOR.some((pattern) => pattern.test(lower))) sum += COMPARED;
  if (AGAINST.some((pattern) => pattern.test(lower))) sum -= COMPARED;
  if (sum === 0) return null;
  return isNegated ? sum * NEGATED : sum;
}

/** Strength of one clause towards the brand. `subject` is what the clause before it was about. */
function readClause(
  clause: string,
  subject: string,
  words: Lexicon,
): { strength: number; subject: string } {
  const about = /[\ue000\ue001]/u.exec(clause.replace(ASIDE, ''))?.[0] ?? subject;
  const compared = comparisonIn(clause);
  if (compared !== null) return { strength: compared, subject: about };
  if (about === RIVAL_NAME) return { strength: 0, subject: about };
  const strength = sumOf(tokensOf(clause, words), words) + ratingIn(clause);
  return { strength, subject: about };
}

/** `It is a good idea to …` is about nobody. */
export const IDLE =
  /^\P{L}*it(?:['’]s| is| was| can be| may be| might be)?\s+(?:(?:always|also|often|usually|generally|really|a|an|still)\s+)*(?:depends|(?:good|great|bad|best|better|wise|smart|worth|important|essential|crucial|helpful|useful|possible|hard|easy|difficult|clear|common|recommended|advisable|idea|practice)\b(?:\s+(?:idea|practice|thing|advice))?\s+(?:to|that|noting|checking|comparing|considering|mentioning|remembering|looking|trying|reading|asking)|comes down|boils down|takes|seems that|appears that|turns out)/iu;

const SENTENCES = /(?<=[.!?])\s+/u;
const CLAUSES =
  /(?:[;:—]|\s[–-]\s|,?\s+(?=(?:but|however|although|though|yet|while|whereas|despite|even though)\b)|,\s+(?=(?:and|which|who|so|unlike|[\ue000\ue001])))/iu;
const CONCESSION = /^\W*(?:although|though|while|whereas|despite|even though|even if)\b/iu;
const TURN = /^\W*(?:but|however|yet|still|nevertheless)\b/iu;

function readSentence(sentence: string, words: Lexicon): number {
  if (IDLE.test(sentence)) return 0;
  let subject = OWN_NAME;
  let sum = 0;
  for (const clause of sentence.split(CLAUSES)) {
    const read = readClause(clause, subject, words);
    subject = read.subject;
    if (TURN.test(clause) && read.strength !== 0) sum *= TURNED;
    // `Although it is dear, …`: what follows the comma is the main clause.
    const [aside = '', ...main] = CONCESSION.test(clause) ? clause.split(',') : [''];
    if (aside !== '' && main.length > 0) {
      const conceded = readClause(aside, subject, words).strength;
      const rest = readClause(main.join(','), subject, words);
      sum += conceded * TURNED + rest.strength;
    } else sum += aside === '' ? read.strength : read.strength * TURNED;
  }
  return sum;
}

/** From -1, negative, to 1, positive; four decimals. `text` has the names replaced by OWN_NAME and RIVAL_NAME. */
export function toneOf(text: string): number {
  lexicon ??= loadLexicon();
  const words = lexicon;
  const sum = text
    .split(SENTENCES)
    .reduce((total, sentence) => total + readSentence(sentence, words), 0);
  return Number((sum / Math.sqrt(sum * sum + NORMALIZATION)).toFixed(4));
}
