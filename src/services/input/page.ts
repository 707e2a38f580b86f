import { isId } from '../../domain/accounts/id.js';
import { badInput } from '../../errors.js';
import { checkCount } from './validate.js';

/** Lists are ordered by id, newest first; a cursor is the last id seen. */
export interface PageRequest {
  first: number;
  after: string | null;
}

export interface Page<Row> {
  rows: Row[];
  hasNextPage: boolean;
}

const LONGEST_PAGE = 100;

export function toPageRequest(first: number, cursor: string | null | undefined): PageRequest {
  checkCount('first', first, 1, LONGEST_PAGE);
  if (cursor == null) return { first, after: null };
  const after = Buffer.from(cursor, 'base64url').toString();
  if (!isId(after)) throw badInput('after', 'must be a cursor of this list');
  return { first, after };
}

export const toCursor = (id: string): string => Buffer.from(id).toString('base64url');

/** `rows` has up to `first + 1` entries; the extra one only shows that there is a next page. */
export const toPage = <Row>(rows: Row[], first: number): Page<Row> => ({
  rows: rows.slice(0, first),
  hasNextPage: rows.length > first,
});

/** Cursor for lists that are ordered by an increasing number. */
export const toNumberCursor = (place: number): string =>
  Buffer.from(String(place)).toString('base64url');

export function fromNumberCursor(cursor: string): number {
  const place = Buffer.from(cursor, 'base64url').toString();
  if (!/^\d{1,9}$/.test(place)) throw badInput('after', 'must be a cursor of this list');
  return Number(place);
}
