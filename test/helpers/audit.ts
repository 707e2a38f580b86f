import { test } from '@jest/globals';

/**
 * One sentence of a document as a test. Its id never changes and is never reused, so that old and new
 * reports can be compared.
 */
export interface Audit<World> {
  id: string;
  says: string;
  check(environment: World): Promise<void> | void;
}

/** Defines a test for each audit of a document, named by its id. */
export function runAudits<World>(audits: readonly Audit<World>[], environment: () => World): void {
  const ids = audits.map(({ id }) => id);
  test('every audit has an id of its own and says MUST or SHOULD', () => {
    const twice = ids.filter((id, at) => ids.indexOf(id) !== at);
    const mute = audits.filter(({ says }) => !/\b(MUST|SHOULD)\b/.test(says));
    if (twice.length + mute.length > 0)
      throw new Error([...twice, ...mute.map(({ id }) => id)].join());
  });
  for (const { id, says, check } of audits) {
    test(`${id} ${says}`, async () => {
      await check(environment());
    });
  }
}
