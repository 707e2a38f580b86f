import { Fragment, type ReactNode } from 'react';

/** A name to look for, as the product itself recognises it. */
export interface Name {
  text: string;
  caseSensitive: boolean;
  isBrand: boolean;
}

const toLiteral = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

const toPattern = (names: readonly Name[], flags: string): RegExp | null => {
  if (names.length === 0) return null;
  // The longest first: "Acme Cloud" is not "Acme" with a word behind it.
  const texts = names.map(({ text }) => toLiteral(text)).sort((a, b) => b.length - a.length);
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${texts.join('|')})(?![\\p{L}\\p{N}])`, flags);
};

interface Hit {
  start: number;
  end: number;
  isBrand: boolean;
}

function findHits(text: string, names: readonly Name[]): Hit[] {
  const loose = names.filter(({ caseSensitive }) => !caseSensitive);
  const strict = names.filter(({ caseSensitive }) => caseSensitive);
  const brands = new Set(
    names.filter(({ isBrand }) => isBrand).map((name) => name.text.toLowerCase()),
  );
  const hits = [toPattern(loose, 'giu'), toPattern(strict, 'gu')].flatMap((pattern) =>
    pattern === null
      ? []
      : [...text.matchAll(pattern)].map((match) => ({
          start: match.index,
          end: match.index + match[0].length,
          isBrand: brands.has(match[0].toLowerCase()),
        })),
  );
  hits.sort((a, b) => a.start - b.start);
  return hits.filter((hit, at) => at === 0 || hit.start >= (hits[at - 1]?.end ?? 0));
}

/** A text as it is, letters only, with the names in it marked: the brand's and its rivals' apart. */
export function Highlight({ text, names }: { text: string; names: readonly Name[] }) {
  const parts: ReactNode[] = [];
  let from = 0;
  for (const { start, end, isBrand } of findHits(text, names)) {
    parts.push(
      <Fragment key={start}>
        {text.slice(from, start)}
        <mark
          title={isBrand ? 'The brand' : 'A rival'}
          className={
            isBrand
              ? 'rounded-sm bg-accent-soft font-semibold text-accent-strong'
              : 'bg-transparent text-inherit underline decoration-warn decoration-2 underline-offset-3'
          }
        >
          {text.slice(start, end)}
        </mark>
      </Fragment>,
    );
    from = end;
  }
  return (
    <>
      {parts}
      {text.slice(from)}
    </>
  );
}
