/** Excerpts of answers, as they were returned. */

const MAX_CHARS = 1000;
/** How much of an excerpt leads up to the mention. */
const LEAD_CHARS = 300;
const SENTENCE_END = /[.!?](?=\s)|[。！？\n]/g;

const isTrail = (text: string, i: number): boolean => /[\udc00-\udfff]/.test(text.charAt(i));
const isLead = (text: string, i: number): boolean => /[\ud800-\udbff]/.test(text.charAt(i));

/** Like slice, but moves inwards where a cut would halve a surrogate pair. */
export function sliceWhole(text: string, start: number, end: number): string {
  const from = start > 0 && isTrail(text, start) && isLead(text, start - 1) ? start + 1 : start;
  const to = end < text.length && isTrail(text, end) && isLead(text, end - 1) ? end - 1 : end;
  return text.slice(from, Math.max(from, to));
}

/**
 * The excerpt around the first mention, at most 1,000 UTF-16 units and from a sentence's beginning where one is
 * near; from the answer's beginning when `position` is null.
 */
export function toSnippet(text: string, position: number | null): string {
  if (text.length <= MAX_CHARS) return text.trim();
  // A mention far behind moves the window no further than to the answer's end.
  const earliest = Math.min(Math.max(0, (position ?? 0) - LEAD_CHARS), text.length - MAX_CHARS);
  const lead = text.slice(earliest, Math.max(earliest, position ?? 0));
  const sentence = earliest === 0 ? null : SENTENCE_END[Symbol.matchAll](lead).next().value;
  const start = sentence ? earliest + sentence.index + sentence[0].length : earliest;
  return sliceWhole(text, start, start + MAX_CHARS).trim();
}
