const LETTER = /[\p{L}\p{N}]/u;
const TAG = /<\/?[a-z][^<>]{0,500}>/gi;
/** Number of letters that identify a sentence; the shorter length is for sentences with markup inside. */
const LENGTHS = [32, 8];
const LOST_SEARCHES = 10;

/**
 * Returns a function that finds where a sentence begins in `source`. Call it with the sentences in
 * text order. It compares letters and figures only, because markup may stand between words. A
 * sentence that is not found gets the position of the sentence before it.
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
  // A failed search reads to the end of the text, so the number of failed searches is limited.
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
