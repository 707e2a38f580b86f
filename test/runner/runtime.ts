import { createRequire, registerHooks } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { setGlobals } from './globals.js';

const require = createRequire(import.meta.url);
// Its types and its code disagree on how ES modules see it.
const { default: JestRuntime } = require('jest-runtime') as typeof import('jest-runtime');
const globalsUrl = import.meta.resolve('./globals.js');
const testsUrl = new URL('..', import.meta.url).href;
const LATE = Symbol('late');
let files = 0;

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === '@jest/globals') return { url: globalsUrl, shortCircuit: true };
    const resolved = next(specifier, context);
    // What only tests import is theirs alone: helpers keep state and add hooks to the file they serve.
    return resolved.url.startsWith(testsUrl)
      ? { ...resolved, url: `${resolved.url}?file=${files}` }
      : resolved;
  },
});

/**
 * Node itself imports the test files, so that a worker loads each module once. Jest's own runtime links
 * every module anew for every file, which took most of a run. What the product keeps in its modules is
 * thus shared by files.
 */
export default class NativeRuntime extends JestRuntime {
  readonly #limitMs: number;

  constructor(...args: ConstructorParameters<typeof JestRuntime>) {
    super(...args);
    this.#limitMs = args[7].testTimeout ?? 120_000;
  }

  override unstable_shouldLoadAsEsm(): boolean {
    return true;
  }

  override async unstable_importModule(path: string): Promise<unknown> {
    files += 1;
    setGlobals(this.requireModuleOrMock(path, '@jest/globals'));
    const loaded = await Promise.race([
      import(pathToFileURL(path).href),
      sleep(this.#limitMs, LATE, { ref: false }),
    ]);
    if (loaded === LATE) throw new Error(`${path} was not loaded within ${this.#limitMs} ms`);
    return loaded;
  }

  /** The test framework, which keeps the state of one file: each file gets one of its own. */
  override requireInternalModule<T = unknown>(path: string): T {
    delete require.cache[path];
    Reflect.deleteProperty(globalThis, Symbol.for('EVENT_HANDLERS'));
    return require(path) as T;
  }
}
