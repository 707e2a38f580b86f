import { expect, test } from '@jest/globals';
import { createNameReader } from '../../../src/domain/answers/read-names.js';
import type { Tone } from '../../../src/engines/sandbox/phrases.js';
import { subject } from '../question.js';
import { draw, PLATFORM_IDS } from './draws.js';

const competitors = subject.competitors.map(({ name }, index) => ({
  id: `${index}`,
  name,
  aliases: [],
}));
const reader = createNameReader({
  name: subject.name,
  aliases: [],
  competitors,
});

test.each<[Tone, object]>([
  ['positive', { positive: 1, negative: 0 }],
  ['neutral', { positive: 0, negative: 0 }],
  ['negative', { positive: 0, negative: 1 }],
])('what is meant to be %s is read so', async (tone, rates) => {
  const truth = () => ({ mention: 1, ...rates });
  let agreed = 0;
  let read = 0;
  for (const platform of PLATFORM_IDS) {
    for (const { text } of await draw(platform, { truth }, {}, 200)) {
      const { sentiment } = reader.read(text, 'en');
      expect(sentiment?.method).toBe('lexicon');
      read += 1;
      if (sentiment?.label === tone) agreed += 1;
    }
  }
  expect(read).toBe(1_200);
  expect(agreed / read).toBeGreaterThanOrEqual(0.95);
});
