/**
 * Sentiment of English text by VADER: Hutto and Gilbert, "VADER: A Parsimonious Rule-based Model for Sentiment
 * Analysis of Social Media Text", ICWSM 2014. Only the compound score is computed.
 */

import { createRequire } from 'node:module';

interface Data {
  boosters: string[];
  dampeners: string[];
  negations: string[];
  /** Valence of a whole expression, which replaces that of its words. */
  idioms: Record<string, number>;
  /** By valence: its words, separated by blanks. */
  words: Record<string, string>;
}

interface Lexicon {
  valences: ReadonlyMap<string, number>;
  /** What a word adds to the strength of the next ones. */
  degrees: ReadonlyMap<string, number>;
  negations: ReadonlySet<string>;
  idioms: ReadonlyMap<string, number>;
}

const DEGREE = 0.293;
const CAPITALS = 0.733;
const NEGATION = -0.74;
/** A degree word weighs less the further it stands before its word. */
const DISTANCE_WEIGHTS = [1, 0.95, 0.9] as const;
const NORMALIZATION = 15;

let lexicon: Lexicon | undefined;

function loadLexicon(): Lexicon {
  const data = createRequire(import.meta.url)('./vader-lexicon.json') as Data;
  const degreesOf = (words: readonly string[], degree: number) =>
    words.map((word) => [word, degree] as const);
  return {
    valences: new Map(
      Object.entries(data.words).flatMap(([valence, words]) =>
        words.split(' ').map((word) => [word, Number(valence)] as const),
      ),
    ),
    degrees: new Map([...degreesOf(data.boosters, DEGREE), ...degreesOf(data.dampeners, -DEGREE)]),
    negations: new Set(data.negations),
    idioms: new Map(Object.entries(data.idioms)),
  };
}

const PUNCTUATION = /^(?:[.!?,;:\-'"]|!!!?|\?\?\??|\?!\?|!\?!|\?!\?!|!\?!\?)$/;
const MARKED = /^([!-/:-@[-`{-~]*)([^!-/:-@[-`{-~]{2,})([!-/:-@[-`{-~]*)$/;

/** A word without the punctuation on one side of it; emoticons and contractions stay whole. */
function toWord(token: string): string {
  const [, before = '', word = '', after = ''] = MARKED.exec(token) ?? [];
  const isMarked =
    (before === '' && PUNCTUATION.test(after)) || (after === '' && PUNCTUATION.test(before));
  return isMarked ? word : token;
}

const isCapital = (word: string): boolean => /[A-Z]/.test(word) && !/[a-z]/.test(word);

/** One text, word by word. */
class Reading {
  readonly words: readonly string[];
  private readonly lowered: readonly string[];
  /** Capitals stress a word only beside words without them. */
  private readonly isStressed: (word: string) => boolean;

  constructor(
    text: string,
    private readonly lexicon: Lexicon,
  ) {
    this.words = text
      .split(/\s/)
      .filter((token) => token.length > 1)
      .map(toWord);
    this.lowered = this.words.map((word) => word.toLowerCase());
    const capitals = this.words.filter(isCapital).length;
    const isMixed = capitals > 0 && capitals < this.words.length;
    this.isStressed = (word) => isMixed && isCapital(word);
  }

  valenceAt(place: number): number {
    const lowered = this.lowered[place] ?? '';
    const isKindOf = lowered === 'kind' && this.lowered[place + 1] === 'of';
    const own = this.lexicon.valences.get(lowered);
    if (own === undefined || isKindOf || this.lexicon.degrees.has(lowered)) return 0;
    let valence = own;
    if (this.isStressed(this.words[place] ?? '')) valence += own > 0 ? CAPITALS : -CAPITALS;
    for (const [index, weight] of DISTANCE_WEIGHTS.entries()) {
      const at = place - 1 - index;
      if (at < 0 || this.lexicon.valences.has(this.lowered[at] ?? '')) continue;
      valence += this.degreeAt(at, valence) * weight;
      valence = this.negate(valence, place, at);
      if (index === 2) valence = this.applyExpressions(valence, place);
    }
    return this.negateByLeast(valence, place);
  }

  private degreeAt(at: number, valence: number): number {
    const degree = this.lexicon.degrees.get(this.lowered[at] ?? '');
    if (degree === undefined) return 0;
    const signed = valence < 0 ? -degree : degree;
    if (!this.isStressed(this.words[at] ?? '')) return signed;
    return valence > 0 ? signed + CAPITALS : signed - CAPITALS;
  }

  private isNegation(at: number): boolean {
    const word = this.words[at] ?? '';
    return this.lexicon.negations.has(word) || word.includes("n't");
  }

  private isSoOrThis(at: number): boolean {
    return this.words[at] === 'so' || this.words[at] === 'this';
  }

  /** "never so good" praises; "so" or "this" just before the word hides a negation three words before. */
  private negate(valence: number, place: number, at: number): number {
    const distance = place - at;
    if (distance === 2 && this.words[at] === 'never' && this.isSoOrThis(place - 1))
      return valence * 1.5;
    const isNeverSo = this.words[at] === 'never' && this.isSoOrThis(place - 2);
    if (distance === 3 && (isNeverSo || this.isSoOrThis(place - 1))) return valence * 1.25;
    return this.isNegation(at) ? valence * NEGATION : valence;
  }

  private negateByLeast(valence: number, place: number): number {
    if (this.lowered[place - 1] !== 'least') return valence;
    const before = this.lowered[place - 2];
    return before === 'at' || before === 'very' ? valence : valence * NEGATION;
  }

  private join(from: number, to: number): string {
    return this.words.slice(from, to + 1).join(' ');
  }

  /** Idioms that end at the word or before it, then those that begin with it, then "sort of" and its like. */
  private applyExpressions(valence: number, place: number): number {
    const { idioms, degrees } = this.lexicon;
    const ending = [
      this.join(place - 1, place),
      this.join(place - 2, place),
      this.join(place - 2, place - 1),
      this.join(place - 3, place - 1),
      this.join(place - 3, place - 2),
    ];
    const found = ending.find((words) => idioms.has(words));
    let result = idioms.get(found ?? '') ?? valence;
    for (const length of [1, 2])
      if (place + length < this.words.length)
        result = idioms.get(this.join(place, place + length)) ?? result;
    const isDampened = degrees.has(ending[4] ?? '') || degrees.has(ending[2] ?? '');
    return isDampened ? result - DEGREE : result;
  }
}

/** What stands after the first "but" outweighs what stands before it. */
function weighBut(words: readonly string[], valences: readonly number[]): number[] {
  const lower = words.indexOf('but');
  const but = lower === -1 ? words.indexOf('BUT') : lower;
  if (but === -1) return [...valences];
  return valences.map((valence, place) =>
    place < but ? valence * 0.5 : place > but ? valence * 1.5 : valence,
  );
}

const countOf = (text: string, mark: string): number => text.split(mark).length - 1;

function emphasisOf(text: string): number {
  const exclamations = Math.min(4, countOf(text, '!')) * 0.292;
  const questions = countOf(text, '?');
  if (questions < 2) return exclamations;
  return exclamations + (questions <= 3 ? questions * 0.18 : 0.96);
}

/** From -1, negative, to 1, positive; four decimals. */
export function compoundScore(text: string): number {
  lexicon ??= loadLexicon();
  const reading = new Reading(text, lexicon);
  const valences = weighBut(
    reading.words,
    reading.words.map((_, place) => reading.valenceAt(place)),
  );
  let sum = valences.reduce((total, valence) => total + valence, 0);
  sum += Math.sign(sum) * emphasisOf(text);
  return Number((sum / Math.sqrt(sum * sum + NORMALIZATION)).toFixed(4));
}
