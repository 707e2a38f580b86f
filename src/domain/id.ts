import { v7, validate } from 'uuid';

/** UUIDv7: ids sort by the time they were made, so a list ordered by id is ordered by age. */
export const newId = (): string => v7();

/** Ids are opaque to callers; a malformed one is simply unknown. */
export const isId = (text: string): boolean => validate(text);
