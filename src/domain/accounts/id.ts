import { v7, validate } from 'uuid';

/** UUIDv7: ids sort by creation time. */
export const newId = (): string => v7();

/** Ids are opaque to callers; a malformed id is treated as unknown. */
export const isId = (text: string): boolean => validate(text);

/** Lowest id that can be created at or after a given time. */
export function firstIdOf(time: Date): string {
  const ms = time.getTime().toString(16).padStart(12, '0');
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7000-8000-000000000000`;
}
