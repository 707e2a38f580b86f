/** More marks on one letter than any language uses (the Stream-Safe Text Format of Unicode allows 30). */
export const MOST_MARKS = 30;
const EXCESS = new RegExp(String.raw`(\p{M}{${MOST_MARKS}})\p{M}+`, 'gu');

/**
 * Normalising takes quadratic time for a letter with many marks, so marks beyond the limit are
 * removed first.
 */
export const toNormalForm = (text: string, form: 'NFKC' | 'NFD'): string =>
  text.replace(EXCESS, '$1').normalize(form);
