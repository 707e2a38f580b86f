/** Excerpts of answers, as returned by the engine. */

const MAX_CHARS = 1000;
/** Length of the text before the mention. */
const LEAD_CHARS = 300;
const SENTENCE_END = /[.!?](?=\s)|[。！？\n]/g;

const isTrail = (text: string, i: number): boolean => /[\udc00-\udfff]/.test(text.charAt(i));
const isLead = (text: string, i: number): boolean => /[\ud800-\udbff]/.test(text.charAt(i));

/** Like slice, but never splits a surrogate pair: it moves the cut inwards. */
export function sliceWhole(text: string, start: number, end: number): string {
  const from = start > 0 && isTrail(text, start) && isLead(text, start - 1) ? start + 1 : start;
  const to = end < text.length && isTrail(text, end) && isLead(text, end - 1) ? end - 1 : end;
  return text.slice(from, Math.max(from, to));
}

/**
 * Excerpt around the first mention, at most 1,000 UTF-16 units, from the beginning of a sentence if
 * one is near. When `position` is null, the beginning of the answer.
 */
export function toSnippet(text: string, position: number | null): string {
  if (text.length <= MAX_CHARS) return text.trim();
  // The window never extends past the end of the answer.
  const earliest = Math.min(Math.max(0, (position ?? 0) - LEAD_CHARS), text.length - MAX_CHARS);
  const lead = text.slice(earliest, Math.max(earliest, position ?? 0));
  const sentence = earliest === 0 ? null : SENTENCE_END[Symbol.matchAll](lead).next().value;
  const start = sentence ? earliest + sentence.index + sentence[0].length : earliest;
  return sliceWhole(text, start, start + MAX_CHARS).trim();
}
