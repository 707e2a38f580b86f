import type { Subject } from '../engine.js';
import { hasName } from './accidental-name.js';
import { createRandom } from './seeded-random.js';

const STEMS = [
  'Nor',
  'Vel',
  'Bryn',
  'Cal',
  'Tern',
  'Ost',
  'Quill',
  'Hal',
  'Ember',
  'Lum',
  'Mar',
  'Fen',
  'Sol',
  'Trel',
  'Wyn',
  'Zan',
] as const;
const ENDINGS = [
  'vanta',
  'dora',
  'wick',
  'mere',
  'ridge',
  'ario',
  'stead',
  'lyx',
  'folio',
  'quist',
] as const;

export interface Rivals {
  names: string[];
  /** Invented rivals are not tracked competitors, so they do not affect a measured rank. */
  invented: boolean;
}

/** Rivals in sandbox answers: the brand's competitors, or fictional names seeded by the brand name. */
export function rivalsOf(subject: Subject): Rivals {
  const named = new Map<string, string>();
  for (const { name } of subject.competitors) {
    const trimmed = name.trim();
    // "Acme Pro" contains "Acme" and would add mentions that were not drawn.
    if (trimmed === '' || hasName(trimmed, subject.name) || hasName(subject.name, trimmed))
      continue;
    named.set(trimmed.normalize('NFKC').toLowerCase(), trimmed);
  }
  const names = [...named.values()];
  if (names.length > 0) return { names, invented: false };

  const random = createRandom('rivals', subject.name);
  const endings = random.shuffle(ENDINGS);
  const invented = random
    .shuffle(STEMS)
    .slice(0, 4)
    .map((stem, index) => `${stem}${endings[index]}`)
    .filter((name) => !hasName(name, subject.name));
  return { names: invented, invented: true };
}
