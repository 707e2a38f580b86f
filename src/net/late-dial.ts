import type { Dialer, DialerOptions } from './dial.js';

/** A dialer that is loaded with its first post: its HTTP client takes 30 MB, and many processes send nothing. */
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
