/** PostgreSQL rejects U+0000 and lone surrogates. Replacement keeps lengths and offsets. */
export const toStorable = (text: string): string =>
  text.replaceAll('\u0000', '\ufffd').toWellFormed();

const LARGEST_COUNT = 2_147_483_647;

/** Token count within the range of the column, whatever an engine reported. */
export const toCount = (tokens: number): number =>
  Math.min(Math.max(Math.round(tokens) || 0, 0), LARGEST_COUNT);
