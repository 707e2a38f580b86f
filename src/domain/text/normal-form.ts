/** More marks on one letter than any language writes (Unicode's Stream-Safe Text Format allows 30). */
export const MOST_MARKS = 30;
const EXCESS = new RegExp(String.raw`(\p{M}{${MOST_MARKS}})\p{M}+`, 'gu');

/** Normalizing takes the square of the time for a letter with many marks, so the marks beyond the bound go. */
export const toNormalForm = (text: string, form: 'NFKC' | 'NFD'): string =>
  text.replace(EXCESS, '$1').normalize(form);
