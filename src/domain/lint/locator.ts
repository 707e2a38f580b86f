const LETTER = /[\p{L}\p{N}]/u;
const TAG = /<\/?[a-z][^<>]{0,500}>/gi;
/** So many letters tell one sentence from the next; fewer where markup stands between them. */
const LENGTHS = [32, 8];

/**
 * Finds where sentences begin that were taken out of a text in their order. Markup may stand between
 * their words, so only letters and figures are compared; what is not found begins where the last did.
 */
export function createLocator(source: string): (sentence: string) => number {
  const text = source.replace(TAG, (tag) => ' '.repeat(tag.length));
  let letters = '';
  const places: number[] = [];
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charAt(i);
    if (!LETTER.test(unit)) continue;
    letters += unit;
    places.push(i);
  }
  let from = 0;
  let last = 0;
  return (sentence) => {
    const wanted = sentence.replace(/[^\p{L}\p{N}]+/gu, '');
    for (const length of LENGTHS) {
      const key = wanted.slice(0, length);
      const at = key === '' ? -1 : letters.indexOf(key, from);
      if (at < 0) continue;
      from = at + key.length;
      last = places[at] ?? last;
      break;
    }
    return last;
  };
}
