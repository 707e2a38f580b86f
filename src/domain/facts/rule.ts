import { shorten } from '../text/draft.js';
import { toNormalForm } from '../text/normal-form.js';
import type { LintReading } from './reading.js';
import type { TextSpan } from './text-span.js';

export const LINT_SEVERITIES = ['low', 'medium', 'high'] as const;
export type LintSeverity = (typeof LINT_SEVERITIES)[number];

/** One fault at one position. */
export interface LintFinding {
  /** Stable while the fault remains, whatever is edited around it. */
  key: string;
  /** Description of the fault, at most 500 characters. */
  message: string;
  field: string;
  /** UTF-16 offset in the field. */
  offset: number;
  /** The words at fault. */
  excerpt: string;
}

export interface Rule {
  id: string;
  severity: LintSeverity;
  /** How to fix the fault. */
  wayOut: string;
  find(reading: LintReading): LintFinding[];
}

export const EXCERPT_LENGTH = 300;
const MESSAGE_LENGTH = 500;

/** Field names in structured data may contain any character that JSON allows. */
const toMessage = (text: string): string =>
  shorten(text.toWellFormed().replace(/\p{Cc}/gu, '\uFFFD'), MESSAGE_LENGTH);

export const toFinding = (place: TextSpan, key: string, message: string): LintFinding => ({
  key,
  message: toMessage(message),
  field: place.field,
  offset: place.offset,
  excerpt: shorten(place.text.trim(), EXCERPT_LENGTH),
});

/** Letters and figures only, so that a change of typography does not change the key. */
export const toKey = (text: string): string =>
  toNormalForm(text, 'NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}%$€£¥]+/gu, ' ')
    .trim();
