/** Rewrite of the sandbox, in place of an engine: sentences of the copy, addressed to the audience. */

import type { Block } from '../text/copy.js';
import { toPlainLine } from '../text/copy.js';
import { type Draft, shorten } from '../text/draft.js';
import { type Writing, writingOf } from '../text/prose.js';
import { extract } from './extract.js';

/** Source of a sandbox rewrite. */
export const SANDBOX_WRITER = 'sandbox';

const LONGEST_AUDIENCE = 80;
const ADDRESS: Readonly<Record<Writing, (audience: string) => string>> = {
  english: (audience) => `For ${audience}: `,
  cjk: (audience) => `${audience}：`,
  other: (audience) => `${audience}: `,
};

/** Short name of the audience: the beginning of its description, without closing punctuation. */
const toAddressed = (audience: string): string =>
  shorten(toPlainLine(audience).split(/[.!?。！？]/)[0] ?? '', LONGEST_AUDIENCE)
    .replace(/^for\s+/iu, '')
    .replace(/[\s,;:，；：]+$/u, '');

/**
 * Deterministic draft. It says nothing about the brand that the copy does not say: the audience only
 * influences which sentences are chosen and how the answer begins. `blocks` are the blocks of the
 * copy, at least one.
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
