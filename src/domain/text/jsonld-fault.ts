/** Validates JSON-LD documents by fixed rules, without fetching anything. */

import { type FaqEntry, HEADLINE_LENGTH } from './draft.js';

const LARGEST_BYTES = 32 * 1_024;
const DEEPEST = 20;
/** Limits the list; further faults appear once these are fixed. */
const MOST_FAULTS = 50;
const LONGEST_NAME = 500;
const CONTEXT = /^https?:\/\/schema\.org\/?$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;

type Node = Record<string, unknown>;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '';
const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);
const typesOf = (node: Node): unknown[] => toList(node['@type']);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function* most(faults: Iterable<string>): Generator<string> {
  let left = MOST_FAULTS;
  for (const fault of faults) {
    if (left === 0) return;
    left -= 1;
    yield fault;
  }
}

/** A reference to another node contains its id only. */
const isReference = (node: Node): boolean => Object.keys(node).join() === '@id';

/** Faults of any document: empty values, and objects without a type. */
function* valueFaults(value: unknown, path: string, depth = 0): Generator<string> {
  if (depth > DEEPEST) yield 'nested too deep';
  else if (value === null) yield `${path} is null`;
  else if (typeof value === 'string' && value.trim() === '') yield `${path} is empty`;
  else if (Array.isArray(value))
    for (const [at, item] of value.entries()) yield* valueFaults(item, `${path}[${at}]`, depth + 1);
  else if (isNode(value)) {
    if (!isText(value['@type']) && !isReference(value)) yield `${path} has no @type`;
    for (const [name, item] of Object.entries(value))
      yield* valueFaults(item, `${path}.${name.slice(0, LONGEST_NAME)}`, depth + 1);
  }
}

const isHttpsUrl = (value: unknown): boolean =>
  typeof value === 'string' && URL.canParse(value) && new URL(value).protocol === 'https:';

function isInstant(value: unknown): boolean {
  return typeof value === 'string' && INSTANT.test(value) && !Number.isNaN(Date.parse(value));
}

function* articleFaults(article: Node): Generator<string> {
  const { headline, author, image } = article;
  if (!isText(headline)) yield 'Article.headline is missing';
  else if ([...headline].length > HEADLINE_LENGTH)
    yield `Article.headline is longer than ${HEADLINE_LENGTH} characters`;
  const authors = author === undefined ? [] : toList(author);
  if (authors.length === 0) yield 'Article.author is missing';
  for (const one of authors) {
    const isAuthor =
      isNode(one) && /^(?:Person|Organization)$/.test(String(one['@type'])) && isText(one.name);
    if (!isAuthor) yield 'Article.author must be a Person or an Organization with a name';
  }
  for (const name of ['datePublished', 'dateModified'])
    if (!isInstant(article[name])) yield `Article.${name} must be an ISO 8601 time with an offset`;
  if (image !== undefined && !toList(image).every(isHttpsUrl))
    yield 'Article.image must hold absolute https addresses';
}

const isQuestion = (value: unknown): value is Node & { acceptedAnswer: Node } =>
  isNode(value) &&
  value['@type'] === 'Question' &&
  isText(value.name) &&
  isNode(value.acceptedAnswer) &&
  value.acceptedAnswer['@type'] === 'Answer' &&
  isText(value.acceptedAnswer.text);

function* faqFaults(page: Node, faq: readonly FaqEntry[] | null): Generator<string> {
  const entities = page.mainEntity === undefined ? [] : toList(page.mainEntity);
  if (entities.length === 0) yield 'FAQPage.mainEntity is empty';
  for (const [at, entity] of entities.entries())
    if (!isQuestion(entity))
      yield `FAQPage.mainEntity[${at}] must be a Question with a name and an acceptedAnswer with a text`;
  const questions = entities.filter(isQuestion);
  const names = questions.map(({ name }) => String(name).trim().toLowerCase());
  if (new Set(names).size < names.length) yield 'FAQPage has two questions with the same name';
  const shown = questions.map(({ name, acceptedAnswer }) => [name, acceptedAnswer.text]);
  const wanted = faq?.map(({ question, answer }) => [question, answer]);
  if (wanted !== undefined && JSON.stringify(shown) !== JSON.stringify(wanted))
    yield 'FAQPage must repeat the FAQ exactly';
}

function* graphFaults(
  graph: readonly unknown[],
  faq: readonly FaqEntry[] | null,
): Generator<string> {
  const nodes = graph.filter(isNode);
  if (nodes.length < graph.length) yield '@graph must hold objects';
  const articles = nodes.filter((node) =>
    typesOf(node).some((type) => type === 'Article' || type === 'BlogPosting'),
  );
  const pages = nodes.filter((node) => typesOf(node).includes('FAQPage'));
  if (articles.length !== 1) yield '@graph must hold one Article';
  if (pages.length > 1 || (pages.length === 0 && faq?.length !== 0))
    yield '@graph must hold one FAQPage';
  for (const article of articles) yield* articleFaults(article);
  for (const page of pages) yield* faqFaults(page, faq);
}

/**
 * One message per fault; empty for a valid document. `faq` is the FAQ of the page, which the document
 * must repeat; an empty FAQ needs no FAQPage. Null when the FAQ is not known.
 */
export function jsonldFaults(jsonld: string, faq: readonly FaqEntry[] | null): string[] {
  const faults: string[] = [];
  if (new TextEncoder().encode(jsonld).length > LARGEST_BYTES) faults.push('larger than 32 kB');
  if (jsonld.includes('<')) faults.push('< is not escaped');
  const document = parse(jsonld);
  if (!isNode(document)) return [...faults, 'not a JSON object'];
  const { '@context': context, '@graph': graph } = document;
  if (typeof context !== 'string' || !CONTEXT.test(context))
    faults.push('@context must be https://schema.org');
  if (!Array.isArray(graph)) return [...faults, '@graph must be a list'];
  return [...faults, ...most(valueFaults(graph, '@graph')), ...most(graphFaults(graph, faq))];
}

/** Values, lists and references need no type. */
const isPlain = (node: Node): boolean =>
  Object.keys(node).some((name) => /^@(?:value|list|set)$/.test(name)) || isReference(node);

function* nodeFaults(value: unknown, path: string, depth = 0): Generator<string> {
  if (depth > DEEPEST) yield 'nested too deep';
  else if (Array.isArray(value))
    for (const [at, item] of value.entries()) yield* nodeFaults(item, `${path}[${at}]`, depth + 1);
  else if (isNode(value)) {
    const { '@context': _context, '@graph': graph, ...rest } = value;
    if (graph === undefined && !isPlain(value) && !typesOf(value).some(isText))
      yield `${path} has no @type`;
    if (typesOf(value).includes('FAQPage')) yield* faqFaults(value, null);
    for (const [name, item] of Object.entries({ ...rest, ...(graph !== undefined && { graph }) }))
      yield* nodeFaults(item, `${path}.${name.slice(0, LONGEST_NAME)}`, depth + 1);
  }
}

const namesSchemaOrg = (context: unknown): boolean =>
  toList(context).some((one) => isNode(one) || (typeof one === 'string' && CONTEXT.test(one)));

/** Faults of a document by any author, in any JSON-LD shape and about any subject. */
export function documentFaults(jsonld: string): string[] {
  const document = parse(jsonld);
  const nodes = toList(document);
  if (nodes.length === 0 || !nodes.every(isNode)) return ['not a JSON object'];
  const faults = nodes
    .slice(0, MOST_FAULTS)
    .flatMap((node) => [
      ...(namesSchemaOrg(node['@context']) ? [] : ['@context must be https://schema.org']),
      ...most(nodeFaults(node, 'document')),
    ]);
  return [...new Set(faults)];
}
