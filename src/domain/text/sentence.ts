/** Sentences of an answer, and their clauses around words such as `but`. */

export interface Stretch {
  start: number;
  end: number;
}

/** End of a sentence with its closing quotes, brackets and marks; the end of a line is one too. */
const END = /(?<![.!?…])[.!?…]+["'”’)\]*_]*(?=\s)|(?<![。！？])[。！？]+["”’」』）*_]*|\n+/g;
/** Abbreviations whose dot does not end a sentence, and initials as in `J. Crew`. */
const OPEN_DOT = /(?:^|[^\p{L}])(?:e\.g|i\.e|vs|Dr|Mrs?|Ms|St|\p{Lu})\.$/u;
const GOES_ON = /\s+\p{Ll}/uy;
/** Excludes `not only … but also`, `nothing but` and 不但, which do not express a contrast. */
const CONTRAST =
  /(?<!\b(?:all|anything|everything|nothing|none)\s)\b(?:but(?!\s+also\b)|however|whereas)\b|(?<![不非])但是?|然而/gi;

/** Length of the longest abbreviation with the character before it. */
const OPEN_DOT_UNITS = 5;

function endsSentence(text: string, match: RegExpExecArray): boolean {
  if (match[0].startsWith('\n') || /^[。！？]/.test(match[0])) return true;
  GOES_ON.lastIndex = match.index + match[0].length;
  if (GOES_ON.test(text)) return false;
  return (
    match[0] !== '.' ||
    !OPEN_DOT.test(text.slice(Math.max(0, match.index - OPEN_DOT_UNITS), match.index + 1))
  );
}

/**
 * Splits at the given places, but never inside a name such as `Dr. Martens`. Places and names must be
 * in order.
 */
function cut(from: Stretch, at: readonly Stretch[], names: readonly Stretch[]): Stretch[] {
  const parts: Stretch[] = [];
  let { start } = from;
  let next = 0;
  for (const place of at) {
    while (next < names.length && (names[next] as Stretch).end <= place.start) next++;
    if ((names[next]?.start ?? Number.POSITIVE_INFINITY) < place.end) continue;
    parts.push({ start, end: place.start });
    start = place.end;
  }
  parts.push({ start, end: from.end });
  return parts;
}

/** Covers the whole text, in order; a sentence may consist of blanks. */
export function sentencesIn(text: string, names: readonly Stretch[]): Stretch[] {
  const ends: Stretch[] = [];
  for (const match of text.matchAll(END)) {
    const end = match.index + match[0].length;
    if (endsSentence(text, match)) ends.push({ start: end, end });
  }
  return cut({ start: 0, end: text.length }, ends, names);
}

/** Parts of a sentence before and after each `but`, without that word. */
export function clausesIn(text: string, sentence: Stretch, names: readonly Stretch[]): Stretch[] {
  const words = text.slice(sentence.start, sentence.end);
  // At the beginning there is nothing to turn from.
  const first = words.search(/\p{L}/u);
  const turns = [...words.matchAll(CONTRAST)]
    .filter(({ index }) => index > first)
    .map((match) => {
      const start = sentence.start + match.index;
      return { start, end: start + match[0].length };
    });
  return turns.length === 0 ? [sentence] : cut(sentence, turns, names);
}
