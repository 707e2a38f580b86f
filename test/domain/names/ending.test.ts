import { describe, expect, it } from '@jest/globals';
import { BRAND, toEntity } from '../../../src/domain/names/alias.js';
import { createMentionFinder } from '../../../src/domain/names/mention.js';

const find = (name: string, text: string, language: string) =>
  createMentionFinder([toEntity(BRAND, name)])
    .find(text, language)
    .map(({ surface }) => surface);

describe('names with what a language writes on them', () => {
  it.each<[string, string, string, string[]]>([
    ['de', 'Müller', 'Müllers Joghurt, kein Müllermeister', ['Müllers']],
    ['nl', 'Albert Heijn', 'Albert Heijns aanbod in de Heijnstraat', ['Albert Heijns']],
    ['sv', 'Volvo', 'Volvos bilar är ingen volvofabrik', ['Volvos']],
    ['fi', 'Nokia', 'Nokialla, Nokiaankin ja nokialaisia', ['Nokialla', 'Nokiaankin']],
    ['fi', 'Marimekko', 'Marimekon kangas', ['Marimekon']],
    ['hu', 'Skoda', 'Skodát, Skodával, skodás?', ['Skodát', 'Skodával']],
    ['tr', 'Arçelik', 'Arçelikten aldım, Arçelikçilik değil', ['Arçelikten']],
    ['pl', 'Żabka', 'w Żabce, Żabkę i żabkarz', ['Żabce', 'Żabkę']],
    ['cs', 'Kofola', 'bez Kofoly, s Kofolou, kofolovník', ['Kofoly', 'Kofolou']],
    ['ru', 'Яндекс', 'Яндекса, Яндексом, яндексоид', ['Яндекса', 'Яндексом']],
    ['uk', 'Рошен', 'Рошену, Рошеном, рошенівка', ['Рошену', 'Рошеном']],
    ['ko', '삼성', '삼성에서는 삼성동 삼성이었다 삼성전자', ['삼성', '삼성']],
    ['ar', 'أمازون', 'بأمازون وأمازون أمازونية', ['أمازون', 'أمازون']],
    ['he', 'אמזון', 'באמזון ושאמזון אמזוניה', ['אמזון', 'אמזון']],
    ['fa', 'اسنپ', 'اسنپ‌ها و اسنپ‌فود', ['اسنپ‌ها']],
  ])('%s: %s', (language, name, text, surfaces) => {
    expect(find(name, text, language)).toEqual(surfaces);
  });

  it('finds the language of the answer when the prompt was in English', () => {
    const text = 'Minulla on hyviä kokemuksia siitä, ja Nokialla on edelleen vahva maine Suomessa.';
    expect(find('Nokia', text, 'en')).toEqual(['Nokialla']);
  });

  it('reads no ending on a short name but the plural of an acronym, and none of another language', () => {
    expect(find('IBM', 'IBMs und IBMn', 'de')).toEqual(['IBMs']);
    expect(find('Nokia', 'The Nokialla festival is not about the maker of phones.', 'en')).toEqual(
      [],
    );
  });

  it('reads a prefix on a name in another script', () => {
    expect(find('Acme', 'קניתי בAcme, ליד hAcme', 'he')).toEqual(['Acme']);
  });
});
