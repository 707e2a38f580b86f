import type { FaqEntry } from '../text/draft.js';
import type { TextSpan } from './text-span.js';

export interface StructuredData extends TextSpan {
  /** FAQ that the structured data of a rewrite must repeat; null for structured data in a wiki page. */
  faq: readonly FaqEntry[] | null;
}

const FENCE =
  /^(?<fence>`{3,20}|~{3,20})(?![`~])[^\n]*\n(?<code>[\s\S]*?)(?:^\k<fence>[ \t]*$|$(?![\s\S]))/gm;
const SCRIPT = /<script\b[^<>]{0,200}\bapplication\/ld\+json\b[^<>]{0,200}>/gi;
const SCRIPT_END = /<\/script\b/gi;

/** Blanks out code blocks. All other text keeps its position. */
export const withoutFences = (body: string): string =>
  body.replace(FENCE, (fenced) => fenced.replace(/[^\n]/g, ' '));

const isData = (code: string): boolean =>
  /^\s*[[{]/.test(code) && /"@(?:context|type|graph)"/.test(code);

function* scriptsIn(body: string): Generator<StructuredData> {
  let at = 0;
  for (const { index, 0: tag } of body.matchAll(SCRIPT)) {
    if (index < at) continue;
    const offset = index + tag.length;
    SCRIPT_END.lastIndex = offset;
    at = SCRIPT_END.exec(body)?.index ?? body.length;
    yield { field: 'body', offset, text: body.slice(offset, at), faq: null };
  }
}

function* fencedIn(body: string): Generator<StructuredData> {
  for (const match of body.matchAll(FENCE)) {
    const text = match.groups?.code ?? '';
    const offset = match.index + match[0].indexOf('\n') + 1;
    if (isData(text)) yield { field: 'body', offset, text, faq: null };
  }
}

/** Structured data for search engines in a page: script elements, and code blocks with JSON-LD keywords. */
export const dataIn = (body: string): StructuredData[] => [...scriptsIn(body), ...fencedIn(body)];
