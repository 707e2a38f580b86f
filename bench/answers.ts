import { createRandom } from '../src/engines/sandbox/seeded-random.js';

/** Names to search for, and answers in the style of engines: prose, lists, emphasis and links. */

const STEMS =
  'Nord Vela Quanta Helio Brim Cobalt Drift Ember Fable Grove Haven Iris Juno Kestrel Lumen Mosaic Nimbus Orchid Pebble Quill Raven Sable Tundra Umber Vertex';
const ENDINGS = ['Desk', 'Works', 'ly', ' Software'];

/** 100 aliases: 25 names in four forms each. */
export const ALIASES = STEMS.split(' ').flatMap((stem) => ENDINGS.map((ending) => stem + ending));

const WORDS =
  'the a of and to for with teams small large that is are it on in most price plan free support offers tool tools customer data report reports simple strong weak because while its users project projects track time invoice mobile app integrates calendar email search quick setup security storage value best choice good option however if you need budget features automation workflow dashboard growing companies start month per seat trial review reviews compared similar also known easy learn';
const words = WORDS.split(' ');

/** Returns different answers of `length` characters; about half of them mention an alias. */
export function writeAnswers(count: number, length: number): string[] {
  const random = createRandom('bench answers');
  const pick = (list: readonly string[]): string =>
    list[Math.floor(random.between(0, list.length))] ?? '';
  const sentence = (): string => {
    const said = Array.from({ length: Math.round(random.between(8, 22)) }, () => pick(words));
    if (random.chance(0.15)) said[Math.floor(said.length / 2)] = pick(ALIASES);
    if (random.chance(0.1)) said[2] = `**${said[2]}**`;
    if (random.chance(0.05))
      said.push(`([source](https://reviews.example.org/${pick(words)}?page=${said.length}))`);
    const text = said.join(' ');
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}${random.chance(0.1) ? '’s' : ''}. `;
  };
  const block = (): string =>
    random.chance(0.3)
      ? Array.from(
          { length: 3 },
          (_, index) => `${index + 1}. **${pick(words)}** – ${sentence()}\n`,
        ).join('')
      : `${sentence()}${sentence()}${sentence()}\n\n`;
  return Array.from({ length: count }, () => {
    let text = '';
    while (text.length < length) text += block();
    // Copies the text: V8 reads a concatenated string slowly.
    return Buffer.from(text.slice(0, length), 'utf16le').toString('utf16le');
  });
}
