/** The loader of these arguments, made when they are first asked for. */
export function memoize<Args extends unknown[], Loader>(
  create: (...args: Args) => Loader,
): (...args: Args) => Loader {
  const made = new Map<string, Loader>();
  return (...args) => {
    const key = JSON.stringify(args);
    const loader = made.get(key) ?? create(...args);
    made.set(key, loader);
    return loader;
  };
}
