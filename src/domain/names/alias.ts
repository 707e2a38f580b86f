/** Aliases of a tracked name, and how strictly they match. */

export const BRAND = 'brand';

export interface Alias {
  text: string;
  /** For names that are also words: Gap, Target, Notion. */
  caseSensitive: boolean;
  /** A word so common that a match alone proves nothing: 苹果 means apple and Apple. */
  requiresContext: boolean;
  /** Phrases that contain the alias and mean something else: `target audience`. */
  exclude: readonly string[];
  /** Generated variants that the customer has removed (see variantsOf). */
  without?: readonly string[];
}

/** `id` is `BRAND` for the brand, otherwise the id of the competitor. `name` is among the aliases. */
export interface Entity {
  id: string;
  name: string;
  aliases: readonly Alias[];
}

export type AliasInput = Pick<Alias, 'text'> & Partial<Alias>;

const MAX_CODE_POINTS = 200;
const MAX_ALIASES = 50;
const MAX_EXCLUDED = 50;
const MAX_WITHOUT = 60;

const lettersOf = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;

/** Aliases of one or two letters are case-sensitive, because they occur in too many words. */
function toAlias(input: AliasInput): Alias {
  const text = input.text.trim();
  return {
    text,
    caseSensitive: (input.caseSensitive ?? false) || lettersOf(text) <= 2,
    requiresContext: input.requiresContext ?? false,
    exclude: (input.exclude ?? []).map((phrase) => phrase.trim()),
    ...(input.without !== undefined && input.without.length > 0 && { without: input.without }),
  };
}

/** The name becomes an alias, unless it is listed with its own flags. */
export function toEntity(id: string, name: string, aliases: readonly AliasInput[] = []): Entity {
  const listed = aliases.map(toAlias);
  const own = toAlias({ text: name });
  return {
    id,
    name: own.text,
    aliases: listed.some((alias) => alias.text === own.text) ? listed : [own, ...listed],
  };
}

function textProblem(text: string): string | null {
  if ([...text].length > MAX_CODE_POINTS) return `has more than ${MAX_CODE_POINTS} characters`;
  return /[\p{L}\p{N}]/u.test(text) ? null : 'needs a letter or a digit';
}

/** Reasons why an entity cannot be tracked, worded to follow the name of the field; empty if it can. */
export function aliasProblems(entity: Entity): string[] {
  const problems: string[] = [];
  if (entity.aliases.length > MAX_ALIASES) problems.push(`has more than ${MAX_ALIASES} aliases`);
  const seen = new Set<string>();
  for (const { text, exclude, without = [] } of entity.aliases) {
    const problem = textProblem(text);
    if (problem) problems.push(`${JSON.stringify(text.slice(0, 40))} ${problem}`);
    if (seen.has(text)) problems.push(`${JSON.stringify(text)} is listed twice`);
    seen.add(text);
    if (exclude.length > MAX_EXCLUDED)
      problems.push(`${JSON.stringify(text)} excludes more than ${MAX_EXCLUDED} phrases`);
    if (without.length > MAX_WITHOUT)
      problems.push(`${JSON.stringify(text)} removes more than ${MAX_WITHOUT} variants`);
    if (without.some((variant) => [...variant].length > MAX_CODE_POINTS))
      problems.push(`a removed variant of ${JSON.stringify(text)} is longer than the name may be`);
    for (const phrase of exclude) {
      const fault = textProblem(phrase);
      if (fault) problems.push(`excluded phrase ${JSON.stringify(phrase.slice(0, 40))} ${fault}`);
    }
  }
  return problems;
}
