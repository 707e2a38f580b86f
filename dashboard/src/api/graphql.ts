import type { TypedDocumentNode } from '@apollo/client';
import { parse } from 'graphql';
import type { graphql as typed } from '../generated/gql.js';

/** Source text of each document, for the copy buttons. */
const sources = new WeakMap<object, string>();
const fragments = new Map<string, string>();

const namesOf = (source: string): string[] =>
  [...source.matchAll(/\.\.\.\s*(?!on\b)(\w+)/g)].map(([, name = '']) => name);

/** Source of a document followed by each fragment it uses, once. */
function withFragments(source: string): string {
  const own = new Set([...source.matchAll(/^\s*fragment\s+(\w+)/gm)].map(([, name = '']) => name));
  const wanted = new Set<string>();
  const collect = (text: string) => {
    for (const name of namesOf(text)) {
      if (own.has(name)) continue;
      const fragment = fragments.get(name);
      if (fragment === undefined) throw new Error(`the fragment ${name} is not loaded`);
      if (wanted.has(name)) continue;
      wanted.add(name);
      collect(fragment);
    }
  };
  collect(source);
  return [source, ...[...wanted].map((name) => fragments.get(name) ?? '')].join('\n');
}

function toDocument(source: string): TypedDocumentNode {
  const fragment = /^\s*fragment\s+(\w+)/.exec(source)?.[1];
  if (fragment !== undefined) fragments.set(fragment, source.trim());
  const whole = fragment === undefined ? withFragments(source) : source;
  const document = parse(whole, { noLocation: true }) as TypedDocumentNode;
  sources.set(document, whole.replace(/^\n/, ''));
  return document;
}

/**
 * Parses an operation; its types are generated from the text. Documents are in the pages that use them, so
 * that a page loads only its own. A file that uses a fragment must import the file of the fragment.
 */
export const graphql = toDocument as unknown as typeof typed;

/** Text of a document, without the indentation of the surrounding code. */
export function sourceOf(document: object): string {
  const lines = (sources.get(document) ?? '').trimEnd().split('\n');
  const indents = lines.filter((line) => line.trim()).map((line) => line.search(/\S/));
  const indent = Math.min(...indents);
  return lines.map((line) => line.slice(indent)).join('\n');
}
