/** What stands in for an engine's rewrite in the sandbox: the copy's own sentences, said to the audience. */

import type { Block } from '../text/copy.js';
import { toPlainLine } from '../text/copy.js';
import { type Draft, shorten } from '../text/draft.js';
import { type Writing, writingOf } from '../text/prose.js';
import { extract } from './extract.js';

/** The source of what the sandbox wrote. */
export const SANDBOX_WRITER = 'sandbox';

const LONGEST_AUDIENCE = 80;
const ADDRESS: Readonly<Record<Writing, (audience: string) => string>> = {
  english: (audience) => `For ${audience}: `,
  cjk: (audience) => `${audience}：`,
  other: (audience) => `${audience}: `,
};

/** Whom it speaks to in a few words: the beginning of the description, without what closes it. */
const toAddressed = (audience: string): string =>
  shorten(toPlainLine(audience).split(/[.!?。！？]/)[0] ?? '', LONGEST_AUDIENCE)
    .replace(/^for\s+/iu, '')
    .replace(/[\s,;:，；：]+$/u, '');

/**
 * The same copy and audience, the same draft. Nothing is said of the brand that the copy does not say: the audience
 * decides between sentences, and the answer begins with it. `blocks` are those of the copy, of which there is at least
 * one.
 */
export function toSandboxDraft(
  blocks: readonly Block[],
  { brand, audience }: { brand: string; audience: string | null },
): Draft {
  const draft = extract(blocks, { brand, audience });
  const addressed = toAddressed(audience ?? '');
  if (addressed === '') return draft;
  const address = ADDRESS[writingOf(draft.answer)](addressed);
  return { ...draft, answer: address + draft.answer };
}
