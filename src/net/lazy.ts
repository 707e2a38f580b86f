import type { Dialer, DialerOptions } from './dial.js';
import type { createUrlReader } from './read-url.js';

type Options = Parameters<typeof createUrlReader>[0];
type Reader = ReturnType<typeof createUrlReader>;

/** Loads the reader with the first page: its HTTP client takes 30 MB, and many processes read no pages. */
export function createLateUrlReader(options: Options): Reader {
  let loading: Promise<Reader> | undefined;
  const load = () => {
    loading ??= import('./read-url.js').then((module) => module.createUrlReader(options));
    return loading;
  };
  return {
    read: async (...args) => (await load()).read(...args),
    locate: async (...args) => (await load()).locate(...args),
    dispose: async () => (await loading)?.dispose(),
  };
}

/** Loads the dialer with the first post: its HTTP client takes 30 MB, and many processes send no posts. */
export function createLateDialer(options: DialerOptions): Dialer {
  let loading: Promise<Dialer> | undefined;
  const load = () => {
    loading ??= import('./dial.js').then(({ createDialer }) => createDialer(options));
    return loading;
  };
  return {
    post: async (...args) => (await load()).post(...args),
    dispose: async () => (await loading)?.dispose(),
  };
}
