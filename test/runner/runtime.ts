import { createRequire, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { within } from '../helpers/product.js';
import { setGlobals } from './globals.js';

const require = createRequire(import.meta.url);
// Its types and its code disagree on how ES modules see it.
const { default: JestRuntime } = require('jest-runtime') as typeof import('jest-runtime');
const globalsUrl = import.meta.resolve('./globals.js');

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals'
      ? { url: globalsUrl, shortCircuit: true }
      : next(specifier, context),
});

/**
 * Node itself imports the test files, so that a worker loads each module once. Jest's own runtime links
 * every module anew for every file, which took most of a run. What modules keep is thus shared by files.
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
    setGlobals(this.requireModuleOrMock(path, '@jest/globals'));
    return within(import(pathToFileURL(path).href), this.#limitMs, `loading ${path}`);
  }

  /** The test framework, which keeps the state of one file: each file gets one of its own. */
  override requireInternalModule<T = unknown>(path: string): T {
    delete require.cache[path];
    Reflect.deleteProperty(globalThis, Symbol.for('EVENT_HANDLERS'));
    return require(path) as T;
  }
}
