import { createRequire, registerHooks } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { setGlobals } from './globals.js';

const require = createRequire(import.meta.url);
// The package's types and code disagree on its default export for ES modules.
const { default: JestRuntime } = require('jest-runtime') as typeof import('jest-runtime');
const globalsUrl = import.meta.resolve('./globals.js');
const testsUrl = new URL('..', import.meta.url).href;
const LATE = Symbol('late');
let files = 0;

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === '@jest/globals') return { url: globalsUrl, shortCircuit: true };
    const resolved = next(specifier, context);
    // Modules under test/ are loaded anew for each file: helpers keep state and register hooks per file.
    return resolved.url.startsWith(testsUrl)
      ? { ...resolved, url: `${resolved.url}?file=${files}` }
      : resolved;
  },
});

/**
 * Imports test files with Node itself, so that a worker loads each product module once. Jest's own runtime
 * links every module again for every file, which took most of a run. Test files therefore share the
 * product's module state.
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

  /** Loads the test framework anew for each file, because it keeps the state of one file. */
  override requireInternalModule<T = unknown>(path: string): T {
    delete require.cache[path];
    Reflect.deleteProperty(globalThis, Symbol.for('EVENT_HANDLERS'));
    return require(path) as T;
  }
}
