import { shorten } from '../text/draft.js';
import { toNormalForm } from '../text/normal-form.js';
import type { LintReading } from './reading.js';
import type { TextSpan } from './text-span.js';

export const LINT_SEVERITIES = ['low', 'medium', 'high'] as const;
export type LintSeverity = (typeof LINT_SEVERITIES)[number];

/** One thing that is wrong in one place. */
export interface LintFinding {
  /** The same as long as the same is wrong, whatever is edited around it. */
  key: string;
  /** What is wrong, in at most 500 characters. */
  message: string;
  field: string;
  /** UTF-16 offset in the field. */
  offset: number;
  /** The words that it is about. */
  excerpt: string;
}

export interface Rule {
  id: string;
  severity: LintSeverity;
  /** What to do about it. */
  wayOut: string;
  find(reading: LintReading): LintFinding[];
}

export const EXCERPT_LENGTH = 300;
const MESSAGE_LENGTH = 500;

/** Structured data may name its fields by anything that JSON can spell. */
const toMessage = (text: string): string =>
  shorten(text.toWellFormed().replace(/\p{Cc}/gu, '\uFFFD'), MESSAGE_LENGTH);

export const toFinding = (place: TextSpan, key: string, message: string): LintFinding => ({
  key,
  message: toMessage(message),
  field: place.field,
  offset: place.offset,
  excerpt: shorten(place.text.trim(), EXCERPT_LENGTH),
});

/** Letters and figures alone, so that typography makes nothing new. */
export const toKey = (text: string): string =>
  toNormalForm(text, 'NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}%$€£¥]+/gu, ' ')
    .trim();
