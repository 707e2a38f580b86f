/** What a reader without rules would find. */

import type { Label, LinkCase, MentionCase, RankingCase, ToneCase } from './cases.js';

/** Each name and alias wherever it stands between characters that are no letters. */
export const naiveMentions = (
  text: string,
  { brand, rivals }: MentionCase,
): Pick<Label, 'entityId' | 'start' | 'end'>[] =>
  [{ ...brand, id: 'brand' }, ...rivals].flatMap(({ id, name, aliases = [] }) =>
    [name, ...aliases].flatMap((each) => {
      const pattern = each.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
      const words = new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, 'giu');
      return [...text.matchAll(words)].map(({ index, 0: surface }) => ({
        entityId: id,
        start: index,
        end: index + surface.length,
      }));
    }),
  );

const PRAISE =
  /\b(?:good|great|best|excellent|easy|fast|reliable|love|recommend\w*|popular|better)\b/gi;
const BLAME =
  /\b(?:bad|poor|worst|slow|expensive|buggy|difficult|hate|problem\w*|terrible|worse)\b/gi;

/** More words of praise than of blame, or the reverse. */
export function naiveTone(text: string): ToneCase['tone'] {
  const sum = (text.match(PRAISE)?.length ?? 0) - (text.match(BLAME)?.length ?? 0);
  if (sum === 0) return 'neutral';
  return sum > 0 ? 'positive' : 'negative';
}

/** Tracked names in the order of their first mention. */
export function naiveRank({ text, brand, rivals }: RankingCase): number | null {
  const lower = text.toLowerCase();
  const order = [{ ...brand, id: 'brand' }, ...rivals]
    .map(({ id, name }) => ({ id, at: lower.indexOf(name.toLowerCase()) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at);
  const place = order.findIndex(({ id }) => id === 'brand');
  return place < 0 ? null : place + 1;
}

/** All that looks like an address, and all listed sources. */
export const naiveUrls = ({ text, sources }: LinkCase): string[] => [
  ...(text.match(/https?:\/\/[^\s)\]>"]+/g) ?? []),
  ...sources.map(({ url }) => url),
];
