import { describe, expect, it } from '@jest/globals';
import { readPageFacts } from '../../../src/domain/authority/page-facts.js';
import { watchProcessor } from '../../helpers/run/processor.js';

const jsonLd = (value: unknown) =>
  `<script type="application/ld+json">${JSON.stringify(value)}</script>`;
const PAGE = `<!doctype html><html><head><title>Not read</title>
  <meta property="article:modified_time" content="2026-10-02T08:00:00Z">
  ${jsonLd({
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Article',
        datePublished: '2026-01-05',
        author: { '@type': 'Person', name: 'Ada Lane', jobTitle: 'Head of research' },
        reviewedBy: { '@type': 'Person', name: 'Bo' },
      },
      { '@type': ['ImageObject'], url: 'x.png' },
      { '@type': 'AggregateRating', ratingValue: 4 },
      { '@type': 'Organization', sameAs: ['https://www.wikidata.org/wiki/Q1'] },
    ],
  })}</head><body><style>p { color: red }</style>
  <h1>We tested it</h1><p>In 2026 we measured 40&nbsp;km in Berlin &amp; Rome.</p>
  <a href="/contact">Contact</a> <a href="https://www.example.org/a#x">Source</a>
  <a href="https://sub.example.org/b">More</a> <a href="mailto:a@b.c">Mail</a> <a href="javascript:alert(1)">No</a>
  <table><tr><td>1</td></tr></table><figure><figcaption>Ours</figcaption></figure>
  <p>A case study.</p><script>var hidden = "secret words"</script></body></html>`;

describe('a page', () => {
  const facts = readPageFacts(PAGE, 'https://acme.com/blog');

  it('shows what a visitor reads and nothing else', () => {
    expect(facts.text).toContain('We tested it\nIn 2026 we measured 40 km in Berlin & Rome.');
    for (const hidden of ['secret', 'color', 'Ada Lane']) expect(facts.text).not.toContain(hidden);
    expect(readPageFacts('<p>one two three</p>', 'https://acme.com').words).toBe(3);
  });

  it('says who wrote it, when, and on what grounds', () => {
    expect(facts).toMatchObject({
      isSecure: true,
      author: { isNamed: true, hasCredentials: true },
      reviewedBy: true,
      publishedAt: '2026-01-05',
      modifiedAt: '2026-10-02T08:00:00Z',
      tables: 1,
      figures: 2,
      evidence: 2,
      sameAs: ['https://www.wikidata.org/wiki/Q1'],
      outboundDomains: ['example.org'],
      links: ['https://acme.com/contact', 'https://www.example.org/a', 'https://sub.example.org/b'],
    });
  });

  it.each([
    ['<a rel="author">Dr. Ada Lane</a>', true, true],
    ['<meta name="author" content="Ada Lane">', true, false],
    [jsonLd({ '@type': 'Article', author: 'Acme team' }), true, false],
    ['<p>Anonymous words</p>', false, false],
  ])('names its author: %s', (html, isNamed, hasCredentials) =>
    expect(readPageFacts(html, 'https://acme.com').author).toEqual({ isNamed, hasCredentials }),
  );

  it.each([
    '',
    '<',
    '<p',
    '<script type="application/ld+json">{"a":',
    '\u0000<!--',
    '{"no":"html"}',
  ])('of hostile text %j is read all the same', (html) =>
    expect(readPageFacts(html, 'http://acme.com')).toMatchObject({ isSecure: false, links: [] }),
  );

  it('of a megabyte takes no minute', () => {
    const spentMs = watchProcessor();
    for (const part of [
      '<div>',
      '<a href="x">',
      '<!--',
      '<script type="application/ld+json">[',
      '&amp;<p>word ',
    ])
      readPageFacts(part.repeat(1_048_576 / part.length), 'https://acme.com');
    expect(spentMs()).toBeLessThan(20_000);
  });
});
