/** A rewritten text made of pieces of its source, and the way back from an offset in it. */

interface Piece {
  /** Where the piece begins in the rewritten text; set when the text is built. */
  at: number;
  /** What it stands for in the source. */
  start: number;
  end: number;
  text: string;
}

export interface VisibleText {
  text: string;
  /** The source offsets of a stretch: without markup at its edges, with the markup inside it. */
  toSource(start: number, end: number): { start: number; end: number };
}

/** For a source that is visible as it stands. */
export const plainText = (source: string): VisibleText => ({ text: source, toSource: (start, end) => ({ start, end }) });

/** Collects what stays visible, from left to right. */
export class PieceList {
  #pieces: Piece[] = [];
  #source: string;
  /** All before it has been kept or hidden. */
  #done = 0;

  constructor(source: string) {
    this.#source = source;
  }

  get isEmpty(): boolean {
    return this.#pieces.length === 0 && this.#done === 0;
  }

  /** The number of pieces so far: a mark to come back to. */
  get length(): number {
    return this.#pieces.length;
  }

  /** Keeps everything up to `start` and shows `text` in place of what lies between. */
  replace(start: number, end: number, text: string): void {
    this.keep(start);
    if (text !== '') this.#pieces.push({ at: 0, start, end, text });
    this.#done = end;
  }

  keep(until: number): void {
    if (until > this.#done) {
      const start = this.#done;
      this.#pieces.push({ at: 0, start, end: until, text: this.#source.slice(start, until) });
      this.#done = until;
    }
  }

  textAt(index: number): string {
    return this.#pieces[index]?.text ?? '';
  }

  setText(index: number, text: string): void {
    const piece = this.#pieces[index];
    if (piece) piece.text = text;
  }

  /** Hides everything since a mark. */
  hideSince(index: number): void {
    for (const piece of this.#pieces.slice(index)) piece.text = '';
  }

  toVisibleText(): VisibleText {
    this.keep(this.#source.length);
    const pieces = this.#pieces.filter((piece) => piece.text !== '');
    let text = '';
    for (const piece of pieces) {
      piece.at = text.length;
      text += piece.text;
    }
    return {
      text,
      toSource: (start, end) => ({
        start: sourceOffset(pieces, start, (piece) => piece.start),
        end: sourceOffset(pieces, end - 1, (piece) => piece.end - 1) + 1,
      }),
    };
  }
}

/** `edge` answers for pieces that are not as long as what they stand for, such as `&` for `&amp;`. */
function sourceOffset(pieces: readonly Piece[], offset: number, edge: (piece: Piece) => number): number {
  let low = 0;
  let high = pieces.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((pieces[middle]?.at ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  const piece = pieces[low];
  if (!piece) return offset;
  return piece.text.length === piece.end - piece.start ? piece.start + offset - piece.at : edge(piece);
}
