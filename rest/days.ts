import { badInput } from '../src/errors.js';
import type { Input } from './route.js';

const LONGEST = 90;

/**
 * The resolver holds the same range, but only once the brand is found; and a bad field comes before a
 * missing record. What is no whole number at all is left to the variable's own type.
 */
export function checkDays(input: Input): Input {
  const { days } = input;
  if (typeof days === 'string' && /^-?\d+$/.test(days) && !(+days >= 1 && +days <= LONGEST))
    throw badInput('days', `must be a whole number from 1 to ${LONGEST}`);
  return input;
}
