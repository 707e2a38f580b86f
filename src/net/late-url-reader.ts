import type { createUrlReader } from './read-url.js';

type Options = Parameters<typeof createUrlReader>[0];
type Reader = ReturnType<typeof createUrlReader>;

/** A reader that is loaded with its first page: its HTTP client takes 30 MB, and many processes read none. */
export function createLateUrlReader(options: Options): Reader {
  let loading: Promise<Reader> | undefined;
  const load = () => {
    loading ??= import('./read-url.js').then((module) => module.createUrlReader(options));
    return loading;
  };
  return {
    read: async (...args) => (await load()).read(...args),
    dispose: async () => (await loading)?.dispose(),
  };
}
