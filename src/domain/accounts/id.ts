import { v7, validate } from 'uuid';

/** UUIDv7: ids sort by the time they were made, so a list ordered by id is ordered by age. */
export const newId = (): string => v7();

/** Ids are opaque to callers; a malformed one is simply unknown. */
export const isId = (text: string): boolean => validate(text);

/** The lowest id that can have been made at a time or later. */
export function firstIdOf(time: Date): string {
  const ms = time.getTime().toString(16).padStart(12, '0');
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7000-8000-000000000000`;
}
