import { describe, expect, it } from '@jest/globals';
import { BRAND, toEntity } from '../../../src/domain/names/alias.js';
import { createMentionFinder } from '../../../src/domain/names/mention.js';
import { variantsOf } from '../../../src/domain/names/variant.js';

describe('variantsOf', () => {
  it.each<[string, string[]]>([
    ['Häagen-Dazs', ['Haagen-Dazs', 'Haeagen-Dazs', 'Häagen Dazs', 'HäagenDazs', 'Haagen Dazs']],
    ['Müller', ['Muller', 'Mueller']],
    ['Weiß', ['Weiss']],
    ['Johnson & Johnson', ['Johnson and Johnson', 'Johnson und Johnson', 'Johnson&Johnson']],
    ['AT&T', ['AT & T', 'AT and T']],
    ['Coca-Cola', ['Coca Cola', 'CocaCola']],
    ['Red Bull', ['Red-Bull']],
    ["McDonald's", ['McDonalds']],
    ['Yahoo!', ['Yahoo']],
    ['Acme Inc.', ['Acme', 'Acme Inc']],
    ['Acme GmbH & Co. KG', ['Acme']],
    ['Żabka', ['Zabka']],
    ['Łódź Bank', ['Lodz Bank']],
    ['株式会社リコー', ['リコー']],
    ['دیجی‌کالا', ['دیجیکالا', 'دیجی کالا']],
  ])('%s', (name, some) => {
    expect(variantsOf(name)).toEqual(expect.arrayContaining(some));
    expect(variantsOf(name)).not.toContain(name);
  });

  it('leaves a plain name alone, and letters of other scripts', () => {
    for (const name of ['Acme', 'Йота', '삼성', 'トヨタ']) expect(variantsOf(name)).toEqual([]);
  });

  it('stays small for a name of hyphens and ampersands', () => {
    expect(variantsOf('a-b & c-d & é-f & ü'.repeat(8)).length).toBeLessThanOrEqual(60);
  });
});

describe('a search', () => {
  const find = (text: string, without: string[] = []) =>
    createMentionFinder([toEntity(BRAND, 'Häagen-Dazs', [{ text: 'Häagen-Dazs', without }])])
      .find(text)
      .map(({ surface }) => surface);

  it('finds variants until they are removed', () => {
    const text = 'Haagen Dazs, haagen-dazs and HäagenDazs';
    expect(find(text)).toEqual(['Haagen Dazs', 'haagen-dazs', 'HäagenDazs']);
    expect(find(text, ['Haagen-Dazs', 'HäagenDazs'])).toEqual(['Haagen Dazs']);
  });

  it('gives a spelling to the name that has it, and not to a variant of another', () => {
    const finder = createMentionFinder([toEntity(BRAND, 'Müller'), toEntity('rival', 'Muller')]);
    expect(finder.find('Muller').map(({ entityId }) => entityId)).toEqual(['rival']);
    expect(finder.find('Mueller').map(({ entityId }) => entityId)).toEqual([BRAND]);
  });
});
