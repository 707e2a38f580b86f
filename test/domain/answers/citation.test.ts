import { describe, expect, it } from '@jest/globals';
import {
  citationDensity,
  extractCitations,
  promptHash,
} from '../../../src/domain/answers/citation.js';
import { randomFrom } from '../statistics/random.js';

const urls = (text: string): string[] => extractCitations(text, []).map((citation) => citation.url);

describe('extractCitations', () => {
  it.each<[string, string[]]>([
    [
      'See [docs](https://example.com/a_(b)) and https://foo.co.uk/x?y=1. Also (http://baz.org/).',
      ['https://example.com/a_(b)', 'https://foo.co.uk/x?y=1', 'http://baz.org/'],
    ],
    [
      '参见：https://例子.公司.cn/路径，以及https://a.cn/b。',
      ['https://例子.公司.cn/路径', 'https://a.cn/b'],
    ],
    ['**https://q.com/**', ['https://q.com/']],
    ['<https://s.com/x>', ['https://s.com/x']],
    ['[https://t.com](https://t.com/y)', ['https://t.com/y', 'https://t.com']],
    [
      '[a][1] and [b](https://u.com "ti(t)le")\n\n[1]: https://v.com/z',
      ['https://u.com', 'https://v.com/z'],
    ],
    [
      'A “https://a.com/x” b ‘https://b.com/y’ c «https://c.com/z» d https://d.com/e… f',
      ['https://a.com/x', 'https://b.com/y', 'https://c.com/z', 'https://d.com/e'],
    ],
    ["'https://a.com/x','https://b.com/Rubik's'", ['https://a.com/x', "https://b.com/Rubik's"]],
    [
      '见https://a.cn/b是好的，https://a.cn是，https://a.jp/cをご覧',
      ['https://a.cn/b', 'https://a.cn', 'https://a.jp/c'],
    ],
    [
      'https://a.com/?x=1&amp;y=2 and &quot;https://b.com/&quot;',
      ['https://a.com/?x=1', 'https://b.com/'],
    ],
    ['https://a.com/?x=1&y=2', ['https://a.com/?x=1&y=2']],
    [
      'http://www.a.com/x and https://a.com/x/ and https://a.com/x?utm_medium=y',
      ['http://www.a.com/x'],
    ],
    ['[mail](mailto:a@b.c), [top](#top), ftp://w.com, https://', []],
  ])('%s', (text, expected) => expect(urls(text)).toEqual(expected));

  it('takes what the engine lists first, and each page once', () => {
    const sources = [
      { url: 'https://b.com/x/?utm_source=openai', title: 'B' },
      { url: 'https://c.com', title: null },
    ];
    const found = extractCitations('A https://a.com then [b](https://B.com/x#top).', sources);
    expect(found.map((citation) => citation.canonicalUrl)).toEqual([
      'https://b.com/x',
      'https://c.com',
      'https://a.com',
    ]);
  });

  it('quotes the sentence around a link, without its address', () => {
    const [first, second] = extractCitations(
      'Hello. **Acme** leads ([acme.com](https://acme.com/a.b)) by far. Bye https://x.com',
      [],
    );
    expect(first?.context).toBe('Acme leads (acme.com) by far.');
    expect(second?.context).toBe('Bye x.com');
  });

  it('finds the sentence of a numbered mark, and else shows the title', () => {
    const sources = [
      { url: 'https://a.com', title: 'A' },
      { url: 'https://b.com', title: 'B' },
      { url: 'https://c.com', title: null },
    ];
    const contexts = extractCitations('One. Two says so [2]. Three.', sources).map(
      (citation) => citation.context,
    );
    expect(contexts).toEqual(['A', 'Two says so [2].', '']);
  });

  it('keeps the words of links, and the host of a link without words', () => {
    const text = 'See [our review](https://r.com/a), <https://www.b.com/b> and https://c.com/d?e.';
    expect(extractCitations(text, []).map(({ context }) => context)).toEqual(
      Array(3).fill('See our review, b.com and c.com.'),
    );
  });

  it('counts a source that the text links, too, once', () => {
    const opaque = 'https://vertexaisearch.cloud.google.com/grounding-api-redirect/AbC';
    const sources = [
      { url: 'http://www.a.com/x?utm_source=chatgpt.com', title: 'A' },
      { url: opaque, title: 'b.com' },
      { url: `${opaque}2`, title: 'c.com' },
    ];
    const text = `A ([x](https://a.com/x)), b (https://www.b.com/y), c ([c](${opaque}2)).`;
    const found = extractCitations(text, sources);
    expect(found.map(({ sourceDomain }) => sourceDomain)).toEqual(['a.com', 'c.com', 'b.com']);
    expect(found.map(({ context }) => context)).toEqual(Array(3).fill('A (x), b (b.com), c (c).'));
  });

  it('keeps a context short and whole around its link', () => {
    const [citation] = extractCitations(
      `${'😀'.repeat(400)} here [link](https://a.com) ${'😀'.repeat(400)}`,
      [],
    );
    expect(citation?.context.length).toBeLessThanOrEqual(300);
    expect(citation?.context).toContain('here link');
    expect(citation?.context.isWellFormed()).toBe(true);
  });

  it('credits the source of an opaque redirect', () => {
    const url = 'https://vertexaisearch.cloud.google.com/grounding-api-redirect/AbC=';
    expect(extractCitations('', [{ url, title: 'www.acme.co.uk' }])[0]).toMatchObject({
      url,
      sourceDomain: 'acme.co.uk',
    });
    expect(extractCitations('', [{ url, title: 'How to choose' }])[0]?.sourceDomain).toBe(
      'vertexaisearch.cloud.google.com',
    );
  });

  it('holds for any text', () => {
    const random = randomFrom(11);
    const scraps = [
      '[',
      ']',
      '(',
      ')',
      '](',
      'https://',
      'http://a.com',
      'https://b.cn/路',
      '\n',
      '. ',
      '"',
      '😀',
      '\n[1]: ',
      '<',
      '>',
      '*',
      'x',
    ];
    for (let round = 0; round < 2000; round++) {
      const text = Array.from({ length: 15 }, () => random.pick(scraps)).join('');
      const found = extractCitations(text, []);
      expect(new Set(found.map((citation) => citation.page)).size).toBe(found.length);
      for (const { url, context } of found) {
        expect(text).toContain(url);
        expect(context.length).toBeLessThanOrEqual(300);
      }
    }
  });
});

describe('promptHash', () => {
  it('is one for forms of one prompt, and another for another place', () => {
    expect(promptHash(' ｂest CRM ', 'en')).toBe(promptHash('best CRM', 'en'));
    expect(promptHash('best CRM', 'en')).not.toBe(promptHash('best CRM', 'de'));
    expect(promptHash('best CRM', 'en')).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('citationDensity', () => {
  it('gives the worked examples', () => {
    expect(citationDensity(27, 60)).toMatchObject({
      value: 0.45,
      numerator: 27,
      denominator: 60,
      low: expect.closeTo(0.2966, 4),
      high: expect.closeTo(0.6547, 4),
      state: 'low',
    });
    expect(citationDensity(0, 60)).toMatchObject({
      value: 0,
      low: 0,
      high: expect.closeTo(0.0615, 4),
    });
  });

  it('has no value when no engine can cite', () => {
    expect(citationDensity(0, 0)).toMatchObject({
      value: null,
      low: null,
      high: null,
      state: 'none',
    });
  });
});
