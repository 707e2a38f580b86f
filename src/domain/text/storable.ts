/** PostgreSQL holds neither U+0000 nor half a surrogate pair; lengths and offsets stay as they are. */
export const toStorable = (text: string): string =>
  text.replaceAll('\u0000', '\ufffd').toWellFormed();

const LARGEST_COUNT = 2_147_483_647;

/** Tokens as they are stored, whatever an engine counted. */
export const toCount = (tokens: number): number =>
  Math.min(Math.max(Math.round(tokens) || 0, 0), LARGEST_COUNT);
