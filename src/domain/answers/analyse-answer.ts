/** Extracts names, ranks, sentiment, stated facts and citations from an answer. */

import { v5 } from 'uuid';
import { createStatedReader, type StatedFact } from '../facts/stated-fact.js';
import { BRAND, toEntity } from '../names/alias.js';
import { registrableDomain, type SourceLink } from '../text/url.js';
import { extractCitations, promptHash } from './citation.js';
import { createNameReader, type Names, type TrackedNames } from './read-names.js';

/** Text, country and language of a prompt. */
export interface AskedPrompt {
  text: string;
  country: string | null;
  language: string;
}

/** The brand that the answers are analysed for. */
export interface AnswerSubject {
  brandId: string;
  brand: TrackedNames & { ownedDomains: readonly string[] };
  sandbox: boolean;
}

export interface AnswerToRead {
  text: string;
  sources: readonly SourceLink[];
  prompt: AskedPrompt;
}

export interface Analysis extends Names {
  /** Facts that the answer states about the brand, one value each. */
  stated: StatedFact[];
  citations: {
    /** Equal for all answers of a brand that cite the page. */
    pageId: string;
    sourceUrl: string;
    sourceDomain: string;
    context: string;
    owned: boolean;
  }[];
}

/** Id of a page. Sandbox pages have ids of their own, so that they never stand in for real pages. */
export const pageIdOf = (brandId: string, page: string, sandbox: boolean): string =>
  v5(`${sandbox ? 'sandbox\n' : ''}${page}`, brandId);

/** Id of a citation: two platforms that cite one page make two citations. */
export const citationIdOf = (pageId: string, platform: string): string => v5(platform, pageId);

/** The same text in another language or country is a different prompt. */
export const hashOf = ({ text, country, language }: AskedPrompt): string =>
  promptHash(text, country === null ? language : `${language}-${country}`);

/** Compiled once per run. */
export function createAnalyst({ brandId, brand, sandbox }: AnswerSubject) {
  const reader = createNameReader(brand);
  const readStated = createStatedReader(
    toEntity(BRAND, brand.name, brand.aliases),
    brand.competitors.map(({ id, name, aliases }) => toEntity(id, name, aliases)),
  );
  const owned = new Set(brand.ownedDomains.map((domain) => registrableDomain(domain) ?? domain));

  return ({ text, sources, prompt }: AnswerToRead): Analysis => {
    const names = reader.read(text, prompt.language);
    return {
      ...names,
      stated: names.mentioned ? readStated(text) : [],
      citations: extractCitations(text, sources).map((citation) => ({
        pageId: pageIdOf(brandId, citation.page, sandbox),
        sourceUrl: citation.canonicalUrl,
        sourceDomain: citation.sourceDomain,
        context: citation.context,
        owned: owned.has(citation.sourceDomain),
      })),
    };
  };
}

export type Analyst = ReturnType<typeof createAnalyst>;
