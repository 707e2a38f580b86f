const LETTER = /[\p{L}\p{N}]/u;
const TAG = /<\/?[a-z][^<>]{0,500}>/gi;
/** So many letters tell one sentence from the next; fewer where markup stands between them. */
const LENGTHS = [32, 8];
const LOST_SEARCHES = 10;

/**
 * Finds where sentences begin that were taken out of a text in their order. Markup may stand between
 * their words, so only letters and figures are compared; what is not found begins where the last did.
 */
export function createLocator(source: string): (sentence: string) => number {
  const text = source.replace(TAG, (tag) => ' '.repeat(tag.length));
  const found: string[] = [];
  const places: number[] = [];
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charAt(i);
    if (!LETTER.test(unit)) continue;
    found.push(unit);
    places.push(i);
  }
  const letters = found.join('');
  // Each search for what is not there reads to the end: so many of them, and no more are made.
  let left = LOST_SEARCHES * (letters.length + 1);
  let from = 0;
  let last = 0;
  return (sentence) => {
    const wanted = sentence.replace(/[^\p{L}\p{N}]+/gu, '');
    for (const length of LENGTHS) {
      if (left <= 0) break;
      const key = wanted.slice(0, length);
      const at = key === '' ? -1 : letters.indexOf(key, from);
      if (at < 0) {
        left -= letters.length - from;
        continue;
      }
      from = at + key.length;
      last = places[at] ?? last;
      break;
    }
    return last;
  };
}
