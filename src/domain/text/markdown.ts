/** The prose that a reader sees: an answer without Markdown, HTML and URLs (metrics: mentioned). */

import { CodeSpans, fenceEnd } from './code.js';
import { isWordAt, Underscores } from './emphasis.js';
import { entityAt, tagAt } from './html.js';
import { bareUrlEnd, linkDefinitions, linkTargetAt } from './link.js';
import { PieceList, plainText, type VisibleText } from './visible-text.js';

/** Characters that may begin hidden markup; all others are skipped. */
const SPECIAL = /[\\`*_~[\]<&]|:(?=\/)|\n(?=[>#`~ \t[])|[wW](?=[wW]{2}\.)/g;

const LINE_START = /(?:[ \t]{0,3}>[ \t]?)*[ \t]{0,3}(?:#{1,6}[ \t]+|(?:`{3,}|~{3,})[^\n]*)?/y;
const LINE_MARKS = new Set('>#`~ \t');
const REFERENCE = /\[[^[\]\n]{0,200}\]/y;
const PUNCTUATION = /[!-/:-@[-`{-~]/;
const ASCII_ALNUM = /[a-z0-9]/i;

const PATH = /(?<=\/)[\p{L}\p{N}_-]+\/?(?=\s|$)/uy;

/** Length of a last part of a path in letters that end an address elsewhere: `/瑞幸`. */
function pathAt(text: string, end: number): number {
  PATH.lastIndex = end;
  return PATH.exec(text)?.[0].length ?? 0;
}

class Reader {
  #pieces: PieceList;
  #brackets: number[] = [];
  #underscores: Underscores;
  #codeSpans: CodeSpans;
  /** Start and end of each reference definition. */
  #definitions: Map<number, number>;

  constructor(
    readonly text: string,
    readonly addressOf: (url: string) => string,
  ) {
    this.#pieces = new PieceList(text);
    this.#underscores = new Underscores(text);
    this.#codeSpans = new CodeSpans(text);
    this.#definitions = new Map(linkDefinitions(text).map(({ start, end }) => [start, end]));
  }

  read(): VisibleText {
    const { text } = this;
    let i = this.#lineStart(0);
    for (SPECIAL.lastIndex = i; SPECIAL.test(text); SPECIAL.lastIndex = i) {
      const at = SPECIAL.lastIndex - 1;
      i = this.#special(text.charAt(at), at);
    }
    return this.#pieces.isEmpty ? plainText(text) : this.#pieces.toVisibleText();
  }

  #hide(start: number, end: number, shown = ''): number {
    this.#pieces.replace(start, end, shown);
    return end;
  }

  /** Handles the special character at `i` and returns the offset to continue from. */
  #special(c: string, i: number): number {
    const { text } = this;
    if (c === '\n') return this.#lineStart(i + 1);
    if (c === '\\') return PUNCTUATION.test(text.charAt(i + 1)) ? this.#hide(i, i + 1) + 1 : i + 1;
    if (c === '[') return this.#openBracket(i);
    if (c === ']') return this.#closeBracket(i);
    if (c === ':') return this.#url(i);
    if (c === 'w' || c === 'W') return this.#bareHost(i);
    if (c === '<' || c === '&') {
      const found = c === '<' ? tagAt(text, i) : entityAt(text, i);
      if (!found) return i + 1;
      const isAutolink = c === '<' && /^https?:/i.test(text.slice(i + 1, i + 7));
      const shown = isAutolink ? this.addressOf(text.slice(i + 1, found.end - 1)) : found.text;
      return this.#hide(i, found.end, shown);
    }
    return this.#delimiter(c, i);
  }

  /**
   * Reference definitions, quote marks, heading marks and code fences are not part of the text of a
   * line.
   */
  #lineStart(i: number): number {
    const definitionEnd = this.#definitions.get(i);
    if (definitionEnd !== undefined) return this.#hide(i, definitionEnd);
    if (!LINE_MARKS.has(this.text.charAt(i))) return i;
    LINE_START.lastIndex = i;
    const marks = LINE_START.exec(this.text)?.[0] ?? '';
    if (marks.trim() === '') return i;
    return this.#hide(i, fenceEnd(this.text, i, marks) ?? i + marks.length);
  }

  #delimiter(c: string, i: number): number {
    const { text } = this;
    let end = i + 1;
    while (text.charAt(end) === c) end++;
    if (c === '`') return this.#hide(i, this.#codeSpans.endOf(i, end) ?? end, ' ');
    if (c === '_') return this.#underscores.isEmphasis(i, end) ? this.#hide(i, end) : end;
    const single = end === i + 1;
    // E*TRADE is a name; a single tilde means `about`.
    const literal =
      single &&
      (c === '~' ||
        (c === '*' && ASCII_ALNUM.test(text.charAt(i - 1)) && ASCII_ALNUM.test(text.charAt(end))));
    return literal ? end : this.#hide(i, end);
  }

  #openBracket(i: number): number {
    this.#pieces.keep(i);
    this.#brackets.push(this.#pieces.length);
    this.#pieces.keep(i + 1);
    return i + 1;
  }

  #closeBracket(i: number): number {
    const { text } = this;
    const opened = this.#brackets.pop();
    const next = text.charAt(i + 1);
    if (opened === undefined || (next !== '(' && next !== '[')) return i + 1;
    REFERENCE.lastIndex = i + 1;
    const end =
      next === '('
        ? linkTargetAt(text, i + 1)?.end
        : REFERENCE.test(text)
          ? REFERENCE.lastIndex
          : undefined;
    return end === undefined ? i + 1 : this.#link(opened, i, end);
  }

  /** Hides the brackets and the target of a link. The description of an image is hidden too. */
  #link(opened: number, close: number, end: number): number {
    this.#pieces.keep(close);
    const isImage = this.#pieces.textAt(opened - 1).endsWith('!');
    if (isImage) this.#pieces.hideSince(opened);
    else
      this.#pieces.setText(
        opened,
        this.#gap(this.#pieces.textAt(opened - 1), this.#pieces.textAt(opened + 1)),
      );
    return this.#hide(
      close,
      end,
      isWordAt(this.text, end) && isWordAt(this.text, close - 1) ? ' ' : '',
    );
  }

  /** `Acme[1](…)` is shown as Acme followed by a mark: the edge of a link separates words. */
  #gap(before: string, after: string): string {
    return isWordAt(before, before.length - 1) && isWordAt(after, 0) ? ' ' : '';
  }

  #url(colon: number): number {
    const { text } = this;
    if (text.charAt(colon + 1) !== '/') return colon + 1;
    for (const length of [5, 4]) {
      const end = bareUrlEnd(text, colon - length);
      if (colon >= length && end > colon) {
        const shown = this.addressOf(text.slice(colon - length, end));
        return this.#hide(colon - length, end + pathAt(text, end), shown);
      }
    }
    return colon + 1;
  }

  /** `www.acme.com` is a URL without its scheme. */
  #bareHost(i: number): number {
    const { text } = this;
    const isHost =
      text.charAt(i + 3) === '.' && /www/i.test(text.slice(i, i + 3)) && !isWordAt(text, i - 1);
    if (!isHost) return i + 1;
    const end = bareUrlEnd(`http://${text.slice(i, i + 2048)}`, 0) - 'http://'.length;
    return this.#hide(i, i + Math.max(end, 4), this.addressOf(text.slice(i, i + end)));
  }
}

/**
 * `source` is an answer as returned; `addressOf` returns the text for a URL that is its own link.
 * Linear in the length of `source`.
 */
export const toVisibleText = (
  source: string,
  addressOf: (url: string) => string = () => ' ',
): VisibleText => new Reader(source, addressOf).read();
