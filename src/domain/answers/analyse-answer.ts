/** Reads an answer for names, places, tone and links. */

import { v5 } from 'uuid';
import { createStatedReader, type StatedFact } from '../facts/stated-fact.js';
import { BRAND, toEntity } from '../names/alias.js';
import { registrableDomain, type SourceLink } from '../text/url.js';
import { extractCitations, promptHash } from './citation.js';
import { createNameReader, type Names, type TrackedNames } from './read-names.js';

/** A prompt as far as it says where and in which language it was asked. */
export interface AskedPrompt {
  text: string;
  country: string | null;
  language: string;
}

/** What the answers to a brand's prompts are read for. */
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
  /** What it states of the brand in one value each. */
  stated: StatedFact[];
  citations: {
    /** The same for all answers to a brand's prompts that cite the page. */
    pageId: string;
    sourceUrl: string;
    sourceDomain: string;
    context: string;
    owned: boolean;
  }[];
}

/** Of a page by its identity; what the sandbox invented does not stand in for what an engine found. */
export const pageIdOf = (brandId: string, page: string, sandbox: boolean): string =>
  v5(`${sandbox ? 'sandbox\n' : ''}${page}`, brandId);

/** A page that two platforms cite is two citations. */
export const citationIdOf = (pageId: string, platform: string): string => v5(platform, pageId);

/** A prompt asked in another language or country is another prompt. */
export const hashOf = ({ text, country, language }: AskedPrompt): string =>
  promptHash(text, country === null ? language : `${language}-${country}`);

/** Compiled once for what a run looks for. */
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
