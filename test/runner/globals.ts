import type * as jestGlobals from '@jest/globals';

/**
 * The module that tests import as '@jest/globals'. Jest creates these functions anew for each file. Exports
 * are live bindings, so modules that stay loaded see those of the current file.
 */
type Globals = Pick<typeof jestGlobals, (typeof NAMES)[number]>;
const NAMES = [
  ...(['afterAll', 'afterEach', 'beforeAll', 'beforeEach'] as const),
  ...(['describe', 'expect', 'it', 'jest', 'test'] as const),
] as const;

export let afterAll: Globals['afterAll'];
export let afterEach: Globals['afterEach'];
export let beforeAll: Globals['beforeAll'];
export let beforeEach: Globals['beforeEach'];
export let describe: Globals['describe'];
export let expect: Globals['expect'];
export let it: Globals['it'];
export let jest: Globals['jest'];
export let test: Globals['test'];

export function setGlobals(globals: Globals): void {
  ({ afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } = globals);
}
