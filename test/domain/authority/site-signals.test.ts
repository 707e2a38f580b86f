import { describe, expect, it } from '@jest/globals';
import { isEntityLink, isEntityPage } from '../../../src/domain/authority/entity-page.js';
import {
  kindsOf,
  type PageEvidence,
  toEvidence,
} from '../../../src/domain/authority/page-evidence.js';
import { readPageFacts } from '../../../src/domain/authority/page-facts.js';
import { matchPath, mayRead, readRobots } from '../../../src/domain/authority/robots.js';
import { sandboxSite } from '../../../src/domain/authority/sandbox-site.js';
import { siteSubscores } from '../../../src/domain/authority/site-signals.js';
import { BRAND, toEntity } from '../../../src/domain/names/alias.js';
import { watchProcessor } from '../../helpers/run/processor.js';

const now = new Date('2026-06-15T12:00:00Z');
const acme = toEntity(BRAND, 'Acme');
const see = (html: string, path = '/') =>
  toEvidence(readPageFacts(html, `https://acme.com${path}`), acme);
const NONE = { agreeing: 0, of: 0 };

describe('evidence of a page', () => {
  it.each([
    ['We tested it. I’ve really used it. We test. 我们实测', { firstHand: 3 }],
    ['On 2026-03-01 it was 40 km, or 12.5 %, for $30 in May 2009.', { details: 5 }],
    ['Version 40 of 7 things, and 3 more.', { details: 0 }],
    [
      'It lasts 7 years. A survey says 30 days. According to them 3.5 kg. It is fine.',
      { claims: 3, sourced: 2 },
    ],
  ])('%s', (text, expected) => expect(see(`<p>${text}</p>`)).toMatchObject(expected));

  it('states what its prose does, and the name and street of its owner', () => {
    const owner = (name: string, street: string, url = 'https://www.acme.com/') =>
      `<script type="application/ld+json">${JSON.stringify({
        ...{ '@context': 'https://schema.org', '@type': 'Organization', name, url },
        address: { '@type': 'PostalAddress', streetAddress: street },
      })}</script>`;
    const prose =
      '<p>Acme was founded in 2016.</p><p>Address: 9 Old Road</p><p>Price: $10</p><p>Price: $12</p>';
    expect(see(owner('Acme Inc.', '1 Harbour Ln') + prose).stated).toEqual([
      { about: 'name', value: 'own' },
      { about: 'address', value: '1 harbour lane' },
      { about: 'founded', value: '2016' },
    ]);
    expect(see(owner('Apex', '')).stated).toEqual([{ about: 'name', value: 'apex' }]);
    // Of several organizations the one of this site speaks, or none.
    const others =
      owner('One', '1 A Road', 'https://one.example') +
      owner('Two', '2 B Road', 'https://two.example');
    expect(see(others + prose).stated).toEqual([
      { about: 'founded', value: '2016' },
      { about: 'address', value: '9 old road' },
    ]);
    expect(see(others + owner('Acme', '')).stated).toEqual([{ about: 'name', value: 'own' }]);
  });

  it('names its kind by its address', () => {
    expect(kindsOf('https://acme.com/about-us')).toEqual(['about']);
    expect(kindsOf('https://acme.com/legal/privacy?x=terms')).toEqual(['privacy']);
    expect(kindsOf('https://acme.com/%E8%81%94%E7%B3%BB')).toEqual(['contact']);
    expect(kindsOf('https://acme.com/blog/%E8')).toEqual([]);
  });

  it.each(['1', '1.', 'we ', 'I have ', 'study ', '据', '%', '\n1'])(
    'takes time in proportion to a page of %j',
    (part) => {
      const spentMs = watchProcessor();
      see(part.repeat(Math.ceil(1_000_000 / part.length)));
      expect(spentMs()).toBeLessThan(5_000);
    },
  );
});

describe('the subscores of a site', () => {
  const page: PageEvidence = {
    ...see(''),
    words: 1_000,
    firstHand: 2,
    details: 10,
    figures: 1,
    customers: 9,
    isSigned: true,
    outboundDomains: ['acme.com', 'one.example', 'two.example'],
    modifiedAt: '2026-01-01',
    claims: 4,
    sourced: 1,
  };
  const of = (change: Partial<PageEvidence> = {}, severities: 'high'[] = []) => {
    const pages = [{ ...page, ...change }];
    const owned = { ownedDomains: ['acme.com'], severities, now };
    return siteSubscores({ ...owned, pages, agreement: NONE, consistency: NONE });
  };
  const strengths = (subscore: ReturnType<typeof of>['experience']) =>
    subscore.signals.map(({ strength }) => strength && Math.round(strength * 1e4) / 1e4);

  it('weighs what pages show', () => {
    const { experience, expertise, trustworthiness } = of();
    expect(strengths(experience)).toEqual([0.6321, 0.5, 0.3333, 1]);
    expect(strengths(expertise)).toEqual([0.5, 0.3297, null, 1]);
    expect(strengths(trustworthiness)).toEqual([0.2, null, 0.25, 1, 0.5]);
    expect(experience.value).toBeCloseTo(35 * 0.63212 + 12.5 + 20 / 3 + 20, 3);
  });

  it('doubts a page from long ago, or from tomorrow, and one of dates that are none', () => {
    for (const modifiedAt of ['2025-06-01', '2026-06-16', 'yesterday', null])
      expect(of({ modifiedAt }).expertise.signals[3]?.strength).toBe(0);
    expect(of({ modifiedAt: null, reviewedBy: true }).expertise.signals[3]?.strength).toBe(1);
  });

  it('loses trust with each open incident, and never more than all of it', () => {
    const left = (count: number) =>
      of({}, Array(count).fill('high')).trustworthiness.signals[3]?.strength;
    expect([0, 1, 2, 3].map(left)).toEqual([1, 0.5, 0, 0]);
  });

  it('takes shares of statements with their number, and knows nothing where there is none', () => {
    const shares = (agreement: typeof NONE, consistency: typeof NONE) => {
      const pages = [page];
      const own = { pages, ownedDomains: [], severities: [], now, agreement, consistency };
      const { expertise, trustworthiness } = siteSubscores(own);
      return [expertise.signals[2], trustworthiness.signals[1]];
    };
    expect(shares({ agreeing: 9, of: 12 }, { agreeing: 5, of: 8 })).toEqual([
      { id: 'factual_agreement', weight: 20, strength: 0.75, of: 12 },
      { id: 'consistent_facts', weight: 25, strength: 0.625, of: 8 },
    ]);
    expect(shares({ agreeing: 0, of: 3 }, NONE)).toEqual([
      { id: 'factual_agreement', weight: 20, strength: 0, of: 3 },
      { id: 'consistent_facts', weight: 25, strength: null, of: 0 },
    ]);
  });

  it('knows nothing of a site that was not read, and makes no number of it', () => {
    const none = siteSubscores({
      ...{ pages: [], ownedDomains: [], severities: [], now },
      ...{ agreement: NONE, consistency: NONE },
    });
    expect(Object.values(none).map(({ value }) => value)).toEqual([null, null, null]);
    // Pages without a word have no rates, but they were read.
    expect(of({ words: 0 }).experience).toMatchObject({ value: null, coverage: 0.4 });
  });
});

describe('the sandbox site', () => {
  it('is the same for one brand, differs between brands, and is enough to go by', () => {
    const site = (id: string) =>
      sandboxSite({ id, name: '<b>A&B</b>', ownedDomains: ['acme.com'] }, now);
    expect(site('one')).toEqual(site('one'));
    const ids = Array.from({ length: 40 }, (_, at) => `brand ${at}`);
    expect(new Set(ids.map((id) => JSON.stringify(site(id)))).size).toBeGreaterThan(5);
    for (const id of ids) {
      const facts = {
        ...{ pages: site(id), ownedDomains: ['acme.com'], severities: [], now },
        ...{ agreement: NONE, consistency: NONE },
      };
      for (const { value } of Object.values(siteSubscores(facts))) expect(value).toBeGreaterThan(0);
    }
  });
});

describe('an entity', () => {
  it('has a page under one of its names', () => {
    const isOwn = (url: string) => isEntityPage(url, ['Acme', 'Acme Tools']);
    expect(isOwn('https://en.wikipedia.org/wiki/Acme')).toBe(true);
    expect(isOwn('https://de.wikipedia.org/wiki/Acme_Tools#History')).toBe(true);
    expect(isOwn('https://en.wikipedia.org/wiki/Acme_(company)')).toBe(true);
    expect(isOwn('https://en.wikipedia.org/wiki/Anvil')).toBe(false);
    expect(isOwn('https://en.wikipedia.org/wiki/%E8')).toBe(false);
    expect(isOwn('https://wikipedia.org.example/wiki/Acme')).toBe(false);
  });

  it('is linked to as what it is', () => {
    expect(isEntityLink('https://www.wikidata.org/wiki/Q1')).toBe(true);
    expect(isEntityLink('https://acme.com')).toBe(false);
  });
});

describe('the rules for robots', () => {
  const may = (text: string, path: string) => mayRead(readRobots(text), `https://acme.com${path}`);

  it('are those of our own name, or else of all', () => {
    const text =
      'User-agent: *\nDisallow: /\n\nUser-agent: answerscopebot\nDisallow: /a\nAllow: /a/b$\n';
    expect([may(text, '/'), may(text, '/a/c'), may(text, '/a/b')]).toEqual([true, false, true]);
    expect(may('User-agent: *\nDisallow: /x*y\n', '/x12y')).toBe(false);
    expect([may('', '/'), may('<html>not found</html>', '/')]).toEqual([true, true]);
  });

  it.each([
    ['Disallow: /a\nAllow: /a', '/a', true],
    ['Disallow: /a*\nAllow: /a', '/a', false],
    ['Disallow: /*.gif$', '/x/y.gif', false],
    ['Disallow: /*.gif$', '/x/y.gif?big', true],
    ['Disallow: /a$b', '/a$b/c', false],
    ['Disallow: /a**b*', '/axxb', false],
    ['Disallow:', '/a', true],
    ['Disallow: /%7Eann/%c3%a9 # hers', '/~ann/é/1', false],
    ['Disallow: /é', '/%C3%A9', false],
    ['Crawl-delay: 3\nDISALLOW:/a', '/a?b', false],
    ['Disallow: /a?b', '/a?b=c', false],
    ['Disallow: /a\nUser-agent: other\nDisallow: /b', '/b', true],
  ])('%j: %s', (rules, path, isAllowed) =>
    expect(may(`\ufeffUser-agent: *\r\n${rules}\r`, path)).toBe(isAllowed),
  );

  it('of several groups for one robot are all of them', () => {
    const text =
      'User-agent: AnswerscopeBot/2.0\nUser-agent: b\nDisallow: /a\nUser-agent: *\nAllow: /\nUser-agent: ANSWERSCOPEBOT\nDisallow: /b';
    expect(['/a', '/b', '/c'].map((path) => may(text, path))).toEqual([false, false, true]);
  });

  it('take a bounded number of steps, and forbid all where that does not suffice', () => {
    const rules = readRobots(`User-agent: *\n${'Disallow: /*a*a*a*a*a*ab\n'.repeat(20_000)}`);
    const url = `https://acme.com/${'a'.repeat(2_000)}`;
    const { steps } = matchPath(rules[0]?.pattern ?? '', new URL(url).pathname);
    expect(steps).toBeLessThan(2_000 * 12);
    expect(mayRead(rules, url)).toBe(false);
    expect(mayRead(rules.slice(0, 100), url)).toBe(true);
    // As many as a long file of an honest site has.
    const honest = Array.from({ length: 2_300 }, (_, at) => `Disallow: /*/list-${at}/*?page=`);
    const asked = `https://acme.com/${'shop/'.repeat(20)}list-9?page=2`;
    const all = readRobots(`User-agent: *\n${honest.join('\n')}`);
    expect(
      all.reduce((sum, { pattern }) => sum + matchPath(pattern, new URL(asked).pathname).steps, 0),
    ).toBeLessThan(2_300 * 300);
    expect(mayRead(all, asked)).toBe(true);
  });
});
