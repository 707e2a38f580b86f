import { describe, expect, test } from '@jest/globals';
import { type Block, toBlocks, toPlainLine } from '../../../src/domain/text/copy.js';

const heading = (text: string): Block => ({ kind: 'heading', text });
const item = (text: string): Block => ({ kind: 'item', text });
const prose = (text: string): Block => ({ kind: 'text', text });

describe('a copy as its reader sees it', () => {
  const rows: [copy: string, blocks: Block[]][] = [
    ['One.\n\nTwo.', [prose('One.'), prose('Two.')]],
    ['# Meet **Acme**\nIt is `good`.', [heading('Meet Acme'), prose('It is good.')]],
    ['- Fast\n* _Cheap_\n2) Small', [item('Fast'), item('Cheap'), item('Small')]],
    ['> Quoted *words*.', [prose('Quoted words.')]],
    ['[Acme](https://acme.com "x") is here.', [prose('Acme (https://acme.com) is here.')]],
    ['![logo](https://acme.com/a.png)', []],
    ['snake_case and 2*3*4 stay', [prose('snake_case and 2*3*4 stay')]],
    ['---\n***\n```js\n| --- | --- |', []],
    [
      '<h1>Hi &amp; bye</h1><p>Acme is <b>good</b>.</p>',
      [heading('Hi & bye'), prose('Acme is good.')],
    ],
    ['<ul><li>Fast<li>Cheap</ul>', [item('Fast'), item('Cheap')]],
    ['a<script>alert(1)</script>b', [prose('a b')]],
    [`a<STYLE>${'x{}'.repeat(1_000)}</style >b`, [prose('a b')]],
    ['a<script>never closed', [prose('a')]],
    ['<!-- hidden -->seen', [prose('seen')]],
    ['<https://acme.com> is it', [prose('https://acme.com is it')]],
    ['&lt;/script&gt; stays as words', [prose('</script> stays as words')]],
    ['1 < 2 & 3', [prose('1 < 2 & 3')]],
    ['Acme, the tool for all\nof us, is here.', [prose('Acme, the tool for all of us, is here.')]],
    [
      'Acme for teams\nThe tool keeps every talk.',
      [heading('Acme for teams'), prose('The tool keeps every talk.')],
    ],
    ['<br><img src=x>', []],
    ['… — !', []],
    ['😀', [prose('😀')]],
  ];
  test.each(rows)('%#', (copy, blocks) => {
    expect(toBlocks(copy)).toEqual(blocks);
  });

  test('one line of it', () => {
    expect(toPlainLine('<p>One</p>\n\n**Two**')).toBe('One Two');
  });
});
