/**
 * What is written when names are first looked for: one pass of `indexOf` for each. It says where a
 * name's letters stand, in either case, and nothing else. Markdown and addresses are not passed
 * over, "art" is found in "start", "Acme" is found again within "Acme Pro", no two spellings of one
 * letter are alike but its cases, a name broken by a line's end is missed, and no offset leads back
 * where lower case has another length.
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
