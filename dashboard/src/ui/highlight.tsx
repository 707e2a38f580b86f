import { Fragment, type ReactNode } from 'react';

/** A name to highlight, with the matching rules of the server. */
export interface Name {
  text: string;
  caseSensitive: boolean;
  isBrand: boolean;
}

const toLiteral = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

const toPattern = (names: readonly Name[], flags: string): RegExp | null => {
  if (names.length === 0) return null;
  // Longest first, so that "Acme Cloud" does not match as "Acme".
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

/** Plain text with names highlighted, those of the brand differently from those of its rivals. */
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
