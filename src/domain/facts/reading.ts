/**
 * Input of the linter: the sentences of a page or a rewrite, with their positions, and its structured
 * data.
 */

import type { Entity } from '../names/alias.js';
import { type Block, toBlocks } from '../text/copy.js';
import { bodyOf, type Draft } from '../text/draft.js';
import { splitSentences } from '../text/prose.js';
import { createLocator } from './locator.js';
import { dataIn, type StructuredData, withoutFences } from './structured-data.js';
import type { TextSpan } from './text-span.js';

/** A paragraph, a list item or a heading. */
export interface Passage {
  kind: Block['kind'];
  text: string;
  /** Heading above the passage, or the title of the page. */
  section: string;
  sentences: TextSpan[];
}

export interface LintReading {
  brand: Entity;
  passages: Passage[];
  /** Text in which the brand name is counted. */
  prose: string;
  data: StructuredData[];
}

function toPassages(field: string, text: string, title: string): Passage[] {
  const locate = createLocator(text);
  let section = title;
  return toBlocks(text).map((block) => {
    const sentences = splitSentences(block.text).map((sentence) => ({
      field,
      offset: locate(sentence),
      text: sentence,
    }));
    if (block.kind === 'heading') section = block.text;
    return { ...block, section, sentences };
  });
}

export function readWikiPage(page: { title: string; body: string }, brand: Entity): LintReading {
  const passages = toPassages('body', withoutFences(page.body), page.title);
  const prose = passages.map(({ text }) => text).join('\n');
  return { brand, passages, prose, data: dataIn(page.body) };
}

export function readRewrite(output: Draft & { jsonld: string }, brand: Entity): LintReading {
  const { answer, evidence, context, faq, jsonld } = output;
  const fields: [string, string][] = [
    ['answer', answer],
    ...evidence.map((text, at): [string, string] => [`evidence.${at}`, text]),
    ['context', context],
    ...faq.map((entry, at): [string, string] => [`faq.${at}.answer`, entry.answer]),
  ];
  return {
    brand,
    passages: fields.flatMap(([field, text]) => toPassages(field, text, '')),
    prose: bodyOf(output),
    data: [{ field: 'jsonld', offset: 0, text: jsonld, faq }],
  };
}
