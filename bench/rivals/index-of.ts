/**
 * The naive way to find names: one case-insensitive pass of `indexOf` for each. It does not skip Markdown and URLs,
 * finds "art" in "start" and "Acme" in "Acme Pro", folds nothing but case, misses a name across a line break, and
 * returns wrong offsets where lower case changes the length.
 */
export function createIndexOfFinder(aliases: readonly string[]) {
  const wanted = aliases.map((alias) => alias.toLowerCase());
  return {
    find(text: string): { alias: number; start: number; end: number }[] {
      const lower = text.toLowerCase();
      const found: { alias: number; start: number; end: number }[] = [];
      for (const [alias, name] of wanted.entries()) {
        const { length } = name;
        for (
          let start = lower.indexOf(name);
          start >= 0;
          start = lower.indexOf(name, start + length)
        ) {
          found.push({ alias, start, end: start + length });
        }
      }
      return found;
    },
  };
}
