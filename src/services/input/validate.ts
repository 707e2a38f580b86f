import { badInput } from '../../errors.js';

/** Characters that no name or text may hold: they break terminals, logs or the database itself. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

/** Returns the trimmed text. Length counts code points. */
export function checkText(field: string, value: string, maxCodePoints: number): string {
  if (!value.isWellFormed()) throw badInput(field, 'must be well-formed Unicode');
  if (CONTROL.test(value)) throw badInput(field, 'must not contain control characters');
  const text = value.trim();
  if (text === '') throw badInput(field, 'must not be empty');
  if (text.length > maxCodePoints && [...text].length > maxCodePoints) {
    throw badInput(field, `must have at most ${maxCodePoints} characters`);
  }
  return text;
}

export function checkWebsite(field: string, value: string): string {
  const text = checkText(field, value, 2_048);
  const url = URL.canParse(text) ? new URL(text) : null;
  if (
    url === null ||
    !/^https?:$/.test(url.protocol) ||
    url.username !== '' ||
    url.password !== ''
  ) {
    throw badInput(field, 'must be an http or https URL');
  }
  return text;
}

export function checkCount(field: string, value: number, min: number, max: number): number {
  if (!Number.isInteger(value) || value < min || value > max) {
    throw badInput(field, `must be a whole number from ${min} to ${max}`);
  }
  return value;
}

export function checkList<T>(field: string, values: readonly T[], max: number): readonly T[] {
  if (values.length > max) throw badInput(field, `must have at most ${max} entries`);
  return values;
}
