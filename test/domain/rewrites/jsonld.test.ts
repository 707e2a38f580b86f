import { describe, expect, test } from '@jest/globals';
import { toJsonld } from '../../../src/domain/rewrites/jsonld.js';
import type { Draft } from '../../../src/domain/text/draft.js';
import { jsonldFaults } from '../../../src/domain/text/jsonld-fault.js';

const DRAFT: Draft = {
  headline: 'Acme is a CRM',
  answer: 'Acme is a CRM.</script><script>alert(1)</script>',
  evidence: [],
  context: '',
  faq: [
    { question: 'What is Acme?', answer: 'A <b>CRM</b>.' },
    { question: 'Who is it for?', answer: 'For you & me.' },
  ],
};
const NOW = new Date('2026-01-02T03:04:05.678Z');
const made = (draft: Draft = DRAFT) =>
  toJsonld(draft, { brand: 'Acme', published: NOW, modified: NOW });

test('one graph with an article and a page of questions', () => {
  const { faq, answer } = DRAFT;
  expect(JSON.parse(made())).toEqual({
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Article',
        headline: 'Acme is a CRM',
        description: answer,
        author: { '@type': 'Organization', name: 'Acme' },
        datePublished: '2026-01-02T03:04:05.678Z',
        dateModified: '2026-01-02T03:04:05.678Z',
      },
      {
        '@type': 'FAQPage',
        mainEntity: faq.map(({ question, answer: text }) => ({
          '@type': 'Question',
          name: question,
          acceptedAnswer: { '@type': 'Answer', text },
        })),
      },
    ],
  });
  expect(jsonldFaults(made(), faq)).toEqual([]);
});

test('nothing in it can close a script element', () => {
  expect(made()).not.toContain('<');
  expect(made()).toContain('\\u003c/script>');
});

test('without questions there is no page of them', () => {
  const jsonld = made({ ...DRAFT, faq: [] });
  expect(JSON.parse(jsonld)['@graph']).toHaveLength(1);
  expect(jsonldFaults(jsonld, [])).toEqual([]);
  expect(jsonldFaults(jsonld, null)).toEqual(['@graph must hold one FAQPage']);
});

describe('each fault is told', () => {
  type Node = Record<string, unknown>;
  /** The good document with one thing changed. */
  const changed = (change: (article: Node, page: Node, document: Node) => void): string => {
    const document = JSON.parse(made());
    change(document['@graph'][0], document['@graph'][1], document);
    return JSON.stringify(document).replaceAll('<', '\\u003c');
  };
  const question = (page: Node, at = 0) => (page.mainEntity as Node[])[at] as Node;
  const AUTHOR = 'Article.author must be a Person or an Organization with a name';

  const rows: [name: string, jsonld: string, faults: string[]][] = [
    ['no JSON', 'x', ['not a JSON object']],
    ['a list', '[]', ['not a JSON object']],
    ['no graph', '{"@context":"https://schema.org"}', ['@graph must be a list']],
    ['raw <', made().replace('\\u003c', '<'), ['< is not escaped']],
    [
      'too large',
      changed((article) => Object.assign(article, { description: 'x'.repeat(33_000) })),
      ['larger than 32 kB'],
    ],
    [
      'another context',
      changed((_a, _p, document) => Object.assign(document, { '@context': 'https://x.org' })),
      ['@context must be https://schema.org'],
    ],
    [
      'no type',
      changed((article) => delete article['@type']),
      ['@graph[0] has no @type', '@graph must hold one Article'],
    ],
    [
      'no inner type',
      changed((article) => Object.assign(article, { about: { name: 'x' } })),
      ['@graph[0].about has no @type'],
    ],
    [
      'null',
      changed((article) => Object.assign(article, { about: null })),
      ['@graph[0].about is null'],
    ],
    [
      'empty',
      changed((article) => Object.assign(article, { about: ' ' })),
      ['@graph[0].about is empty'],
    ],
    ['no headline', changed((article) => delete article.headline), ['Article.headline is missing']],
    [
      'long headline',
      changed((article) => Object.assign(article, { headline: 'x'.repeat(111) })),
      ['Article.headline is longer than 110 characters'],
    ],
    ['no author', changed((article) => delete article.author), ['Article.author is missing']],
    [
      'a text as author',
      changed((article) => Object.assign(article, { author: 'Jane' })),
      [AUTHOR],
    ],
    [
      'no date',
      changed((article) => delete article.dateModified),
      ['Article.dateModified must be an ISO 8601 time with an offset'],
    ],
    [
      'a day',
      changed((article) => Object.assign(article, { datePublished: '2026-01-02' })),
      ['Article.datePublished must be an ISO 8601 time with an offset'],
    ],
    [
      'no offset',
      changed((article) => Object.assign(article, { datePublished: '2026-01-02T03:04:05' })),
      ['Article.datePublished must be an ISO 8601 time with an offset'],
    ],
    [
      'http image',
      changed((article) => Object.assign(article, { image: ['http://a.b/c.png'] })),
      ['Article.image must hold absolute https addresses'],
    ],
    [
      'no questions',
      changed((_a, page) => Object.assign(page, { mainEntity: [] })),
      ['FAQPage.mainEntity is empty', 'FAQPage must repeat the FAQ exactly'],
    ],
    [
      'another answer',
      changed((_a, page) => Object.assign(question(page).acceptedAnswer as Node, { text: 'No.' })),
      ['FAQPage must repeat the FAQ exactly'],
    ],
    [
      'an answer of no type',
      changed((_a, page) => Object.assign(question(page), { acceptedAnswer: 'A CRM.' })),
      [
        'FAQPage.mainEntity[0] must be a Question with a name and an acceptedAnswer with a text',
        'FAQPage must repeat the FAQ exactly',
      ],
    ],
    [
      'one question twice',
      changed((_a, page) => Object.assign(question(page, 1), { name: 'what is acme? ' })),
      ['FAQPage has two questions with the same name', 'FAQPage must repeat the FAQ exactly'],
    ],
    [
      'depth',
      `{"@context":"https://schema.org","@graph":${'['.repeat(9_000)}${']'.repeat(9_000)}}`,
      [
        'nested too deep',
        '@graph must hold objects',
        '@graph must hold one Article',
        '@graph must hold one FAQPage',
      ],
    ],
  ];
  test.each(rows)('%s', (_, jsonld, faults) => {
    expect(jsonldFaults(jsonld, DRAFT.faq)).toEqual(faults);
  });

  test('what others may write is no fault', () => {
    const other = changed((article, _page, document) => {
      document['@context'] = 'http://schema.org/';
      article['@type'] = 'BlogPosting';
      article.author = [{ '@type': 'Person', name: 'Jane' }];
      article.datePublished = '2026-01-02T03:04+01:00';
      article.image = ['https://a.b/c.png'];
      article.about = { '@id': 'https://acme.com' };
    });
    expect(jsonldFaults(other, DRAFT.faq)).toEqual([]);
  });
});
