/** Submitted copy as its reader sees it: blocks of plain prose, without HTML and Markdown. */

import { entityAt, tagAt } from './html.js';

export interface Block {
  kind: 'heading' | 'item' | 'text';
  /** One line, with blanks collapsed. */
  text: string;
}

const UNSEEN = /^<(script|style|template|noscript|svg)\b[^<>]*>/i;
const AUTOLINK = /^<(https?:\/\/[^\s<>]+)>/i;
const TERMINAL = /[.!?。！？…][\p{Pe}\p{Pf}"']{0,8}$/u;
/** Length that shows how a line ends. */
const TAIL = 10;
const MARK = /^(?:>\s?)*\s*(?:(#{1,6})\s+|([-*+•·▪●◦–]|\d{1,3}[.)])\s+)?/u;
/** Matches a trimmed line. */
const RULE = /^(?:(?:[-*_=]\s*){3,}|(?:`{3,}|~{3,}).*|(?=[^|]*\|)[|:\s-]+)$/;
/** A line of at least this length without a terminal mark was wrapped. */
const WRAPPED_LENGTH = 60;
const HEADING_WORDS = 12;

/** End of an element that browsers do not show; an element that is never closed extends to the end. */
function unseenEnd(copy: string, lowered: string, start: number): number | null {
  const name = UNSEEN.exec(lowered.slice(start, start + 1_000))?.[1];
  if (name === undefined) return null;
  const close = lowered.indexOf(`</${name}`, start);
  if (close < 0) return copy.length;
  const end = copy.indexOf('>', close);
  return end < 0 ? copy.length : end + 1;
}

/** Keeps the length, unlike toLowerCase on some letters. */
const toLowered = (text: string): string => text.replace(/[A-Z]+/g, (run) => run.toLowerCase());

function withoutHtml(copy: string): string {
  const lowered = toLowered(copy);
  let text = '';
  let i = 0;
  while (i < copy.length) {
    const c = copy.charAt(i);
    const found = c === '<' ? tagAt(copy, i) : c === '&' ? entityAt(copy, i) : null;
    if (found === null) {
      text += c;
      i += 1;
      continue;
    }
    const head = c === '<' ? copy.slice(i, i + 2_050) : '';
    const link = AUTOLINK.exec(head)?.[1];
    if (/^<h[1-6]\b/i.test(head)) text += '\n# ';
    else if (/^<li\b/i.test(head)) text += '\n- ';
    else text += link ?? found.text;
    i = (head === '' ? null : unseenEnd(copy, lowered, i)) ?? found.end;
  }
  return text;
}

/** Removes inline Markdown. A link keeps its target, because the target is a source. */
const withoutMarks = (line: string): string =>
  line
    .replace(/!\[[^[\]\n]{0,500}\]\([^()\s]{0,2048}\)/g, '')
    .replace(
      /\[([^[\]\n]{1,500})\]\((https?:\/\/[^()\s]{1,2048})(?:\s"[^"\n]{0,200}")?\)/g,
      '$1 ($2)',
    )
    .replace(/\[([^[\]\n]{1,500})\]\([^()\n]{0,2048}\)/g, '$1')
    .replace(/\*\*|__|`/g, '')
    .replace(/(?<![\p{L}\p{N}*])[*_](?=\S)([^*_\n]{1,500})(?<=\S)[*_](?![\p{L}\p{N}*])/gu, '$1');

const collapse = (text: string): string => text.replace(/\s+/gu, ' ').trim();

const hasBar = (text: string): boolean => text.includes('|');

/** Row of a table. A single line with a bar may be a title. */
const isRow = ({ text }: Block, ...neighbours: (Block | undefined)[]): boolean =>
  hasBar(text) && neighbours.some((block) => block !== undefined && hasBar(block.text));

/** A block under construction: its lines are joined once, at the end. */
interface OpenBlock {
  kind: Block['kind'];
  lines: string[];
  length: number;
  hasBar: boolean;
}

const isContinued = (block: OpenBlock, line: string): boolean =>
  block.kind !== 'heading' &&
  !(block.hasBar && hasBar(line)) &&
  !TERMINAL.test((block.lines.at(-1) ?? '').slice(-TAIL)) &&
  (/^\p{Ll}/u.test(line) || block.length >= WRAPPED_LENGTH);

/** In text order; copy that contains only markup has no blocks. */
export function toBlocks(copy: string): Block[] {
  const open: OpenBlock[] = [];
  let isOpen = false;
  for (const raw of withoutHtml(copy).split(/\r\n|[\n\r\u2028\u2029]/)) {
    const [marks = '', heading, bullet] = MARK.exec(raw) ?? [];
    const text = RULE.test(raw.trim()) ? '' : collapse(withoutMarks(raw.slice(marks.length)));
    const last = open.at(-1);
    if (!/[\p{L}\p{N}\p{S}]/u.test(text)) isOpen = false;
    else if (isOpen && last && !heading && !bullet && isContinued(last, text)) {
      last.lines.push(text);
      last.length += text.length + 1;
      last.hasBar ||= hasBar(text);
    } else {
      const kind = heading ? 'heading' : bullet ? 'item' : 'text';
      open.push({ kind, lines: [text], length: text.length, hasBar: hasBar(text) });
      isOpen = true;
    }
  }
  const blocks = open.map(({ kind, lines }): Block => ({ kind, text: lines.join(' ') }));
  return blocks.map((block, at) =>
    isTitle(block, blocks[at + 1]) && !isRow(block, blocks[at - 1], blocks[at + 1])
      ? { ...block, kind: 'heading' }
      : block,
  );
}

/** A short line without a terminal mark above prose. */
const isTitle = ({ kind, text }: Block, next: Block | undefined): boolean =>
  kind === 'text' &&
  next?.kind === 'text' &&
  !TERMINAL.test(text) &&
  !/[:：,，]$/u.test(text) &&
  text.split(' ').length <= HEADING_WORDS &&
  next.text.length > text.length;

/** One line of plain text, from text that others wrote. */
export const toPlainLine = (text: string): string =>
  toBlocks(text)
    .map((block) => block.text)
    .join(' ');
