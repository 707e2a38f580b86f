import { z } from 'zod';
import type { CitedLink } from '../engine.js';

/** Schemas for fields that may be missing or of another type: they fall back instead of failing. */
export const optionalText = z.string().optional().catch(undefined);
export const many = <T extends z.ZodType>(item: T) => z.array(item).catch([]);
export const source = z.object({ url: optionalText, title: optionalText }).catch({});

export type Source = z.infer<typeof source>;

const MAX_CITATIONS = 200;
const MAX_URL_CHARACTERS = 2_048;

const isLink = (url: string): boolean =>
  url.length <= MAX_URL_CHARACTERS && URL.canParse(url) && /^https?:$/u.test(new URL(url).protocol);

/** Unique http and https URLs, by first occurrence: vendors cite one source at many places of a text. */
export function toLinks(sources: readonly Source[]): CitedLink[] {
  const links = new Map<string, CitedLink>();
  for (const { url, title } of sources) {
    if (url === undefined || !isLink(url)) continue;
    const known = links.get(url);
    if (known === undefined) links.set(url, { url, title: title || null });
    else known.title ??= title || null;
  }
  return [...links.values()].slice(0, MAX_CITATIONS);
}

const MAX_QUERIES = 50;
const MAX_QUERY_CHARACTERS = 500;

/** Unique search queries of an engine. Removes U+0000, which PostgreSQL cannot store in text. */
export const toQueries = (queries: readonly (string | null | undefined)[]): string[] => {
  const written = queries.map((query) => query?.replaceAll('\u0000', '').trim() ?? '');
  const cut = written.map((query) => [...query].slice(0, MAX_QUERY_CHARACTERS).join(''));
  return [...new Set(cut.filter(Boolean))].slice(0, MAX_QUERIES);
};
