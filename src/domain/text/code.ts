/** Code in Markdown, which names nothing: spans between backticks, and fenced blocks. */

/** Blocks of these languages hold an answer, not code. */
const PROSE = /^(?:markdown|md|text|txt)$/i;
const FENCE = /(`{3,}|~{3,})[ \t]*([^\n`]*)$/;

/**
 * End of the block that a fence opens, or null if the line `marks` at `start` opens none, or one of prose. A block
 * without a closing fence goes on to the end of the text.
 */
export function fenceEnd(text: string, start: number, marks: string): number | null {
  const [, fence = '', language = ''] = FENCE.exec(marks) ?? [];
  if (fence === '' || PROSE.test(language.trim())) return null;
  const mark = fence.charAt(0);
  for (let at = text.indexOf('\n', start); at >= 0; at = text.indexOf('\n', at + 1)) {
    let from = at + 1;
    while (text.charAt(from) === ' ' || text.charAt(from) === '\t' || text.charAt(from) === '>')
      from += 1;
    let to = from;
    while (text.charAt(to) === mark) to += 1;
    const newline = text.indexOf('\n', to);
    const rest = text.slice(to, newline < 0 ? text.length : newline);
    if (to - from >= fence.length && rest.trim() === '') return to;
  }
  return text.length;
}

const FENCED_LINE = /^[ \t>]{0,40}(?:`{3,}|~{3,})[^\n]*/gm;

/** Finds the ends of code spans of one text, from left to right. */
export class CodeSpans {
  /** Starts of the runs of each length, and the first one that has not been passed. */
  #runs: Map<number, { starts: number[]; next: number }> | undefined;
  /** Next end of a paragraph, which ends every span. */
  #paragraphEnd = -1;

  constructor(readonly text: string) {}

  /** End of the span that the run of backticks from `start` to `end` opens; null if none closes it. */
  endOf(start: number, end: number): number | null {
    const length = end - start;
    this.#runs ??= this.#allRuns();
    const run = this.#runs.get(length);
    if (run === undefined) return null;
    while ((run.starts[run.next] ?? end) < end) run.next += 1;
    const close = run.starts[run.next];
    if (this.#paragraphEnd < end) {
      const blank = this.text.indexOf('\n\n', end);
      this.#paragraphEnd = blank < 0 ? this.text.length : blank;
    }
    return close === undefined || close > this.#paragraphEnd ? null : close + length;
  }

  #allRuns(): Map<number, { starts: number[]; next: number }> {
    const runs = new Map<number, { starts: number[]; next: number }>();
    for (const { index, 0: run } of this.text.matchAll(/`+/g)) {
      const known = runs.get(run.length);
      if (known === undefined) runs.set(run.length, { starts: [index], next: 0 });
      else known.starts.push(index);
    }
    return runs;
  }
}

/** An address alone in a code span is shown as one, and not as code. */
const ADDRESS_SPAN = /^`+\s*https?:\/\/[^\s`]+\s*`+$/;

/** The text with blanks in place of code, so that offsets stay. */
export function blankCode(text: string): string {
  let blanked = '';
  for (const { index, 0: marks } of text.matchAll(FENCED_LINE)) {
    if (index < blanked.length) continue;
    const end = fenceEnd(text, index, marks);
    if (end !== null) blanked += text.slice(blanked.length, index) + ' '.repeat(end - index);
  }
  return blankSpans(blanked + text.slice(blanked.length));
}

function blankSpans(text: string): string {
  const spans = new CodeSpans(text);
  let blanked = '';
  for (const { index, 0: run } of text.matchAll(/`+/g)) {
    if (index < blanked.length) continue;
    const end = spans.endOf(index, index + run.length);
    if (end === null || ADDRESS_SPAN.test(text.slice(index, end))) continue;
    blanked += text.slice(blanked.length, index) + ' '.repeat(end - index);
  }
  return blanked + text.slice(blanked.length);
}
