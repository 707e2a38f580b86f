import { describe, expect, it } from '@jest/globals';
import { toVisibleText } from '../../../src/domain/text/markdown.js';
import { randomFrom } from '../statistics/random.js';

const shown = (source: string): string => toVisibleText(source).text;

describe('toVisibleText', () => {
  it.each([
    ['plain text, 2 < 3 & so on', 'plain text, 2 < 3 & so on'],
    ['## Head\n> quoted **bold** *it* ~~gone~~ `code`', 'Head\nquoted bold it gone  '],
    ['```js\nlet acme_x = 1\n```\nend', '\nend'],
    ['```markdown\n**Acme**\n```', '\nAcme\n'],
    ['_so_ snake_case _open, __init__', 'so snake_case _open, init'],
    ['E*TRADE is ~5, \\*not\\* it', 'E*TRADE is ~5, *not* it'],
    ['[text](https://a.com/x_(y) "T(i)p") end', 'text end'],
    ['[text][ref] and [not a link] [x]\n[ref]: https://a.com "T"', 'text and [not a link] [x]\n'],
    ['![logo](a.png)!', '!!'],
    ['[![Acme](a.png)](https://acme.com) Inc', '! Inc'],
    ['Acme[1](https://a.com)x', 'Acme 1 x'],
    ['go https://a.com/b, or www.a.com/b. End', 'go  , or  . End'],
    ['awww. Owww.x', 'awww. Owww.x'],
    ['<p>a<br/>b<b>c</b></p><!-- d --><script>e</script>', '\na\nbc\n  '],
    ['<https://a.com>|AT&amp;T &#39;x&#x27; &nope;', " |AT&T 'x' &nope;"],
    ['&#0; &#xD800; &#1114112;', '\ufffd \ufffd \ufffd'],
  ])('%j', (source, expected) => expect(shown(source)).toBe(expected));

  it('leads back to the source', () => {
    const source = '**AT&amp;T** [is](https://x.com) *here*';
    const visible = toVisibleText(source);
    const back = (part: string): string => {
      const start = visible.text.indexOf(part);
      const span = visible.toSource(start, start + part.length);
      return source.slice(span.start, span.end);
    };
    expect(visible.text).toBe('AT&T is here');
    expect([back('AT&T'), back('&'), back('is'), back('is here'), back('T is')]).toEqual([
      'AT&amp;T',
      '&amp;',
      'is',
      'is](https://x.com) *here',
      'T** [is',
    ]);
  });

  it('maps every character to where it is from', () => {
    const random = randomFrom(13);
    const scraps = [
      'a',
      'Bc',
      ' ',
      '\n',
      '*',
      '**',
      '_',
      '`',
      '[',
      '](',
      '](u)',
      ')',
      '!',
      '\\',
      '~~',
      '# ',
      'https://a.b/c',
      '<b>',
      '<',
      '&amp;',
      '😀',
      '汉',
      'www.x.y',
      '[r]: https://z.z',
    ];
    for (let round = 0; round < 3000; round++) {
      const source = Array.from({ length: 15 }, () => random.pick(scraps)).join('');
      const { text, toSource } = toVisibleText(source);
      let last = 0;
      for (let i = 0; i < text.length; i++) {
        const { start, end } = toSource(i, i + 1);
        expect(start).toBeGreaterThanOrEqual(last);
        expect(end).toBeGreaterThan(start);
        if (/[a-zB汉\p{Surrogate}]/u.test(text.charAt(i)) && end === start + 1)
          expect(source.charAt(start)).toBe(text.charAt(i));
        last = end;
      }
      expect(last).toBeLessThanOrEqual(source.length);
    }
  });
});
