/** A text rewritten from pieces of its source, with a mapping from its offsets to the source. */

interface Piece {
  /** Offset of the piece in the rewritten text; set when the text is built. */
  at: number;
  /** Range in the source. */
  start: number;
  end: number;
  text: string;
}

export interface VisibleText {
  text: string;
  /** Source offsets of a range: without markup at its edges, with the markup inside it. */
  toSource(start: number, end: number): { start: number; end: number };
}

/** For a source without markup. */
export const plainText = (source: string): VisibleText => ({
  text: source,
  toSource: (start, end) => ({ start, end }),
});

/** Collects the visible pieces, from left to right. */
export class PieceList {
  #pieces: Piece[] = [];
  #source: string;
  /** Everything before this offset has been kept or hidden. */
  #done = 0;

  constructor(source: string) {
    this.#source = source;
  }

  get isEmpty(): boolean {
    return this.#pieces.length === 0 && this.#done === 0;
  }

  /** Number of pieces so far, as a mark for `hideSince`. */
  get length(): number {
    return this.#pieces.length;
  }

  /** Keeps everything up to `start` and shows `text` in place of the range from `start` to `end`. */
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
    this.#pieces.length = index;
  }

  toVisibleText(): VisibleText {
    this.keep(this.#source.length);
    const pieces: Piece[] = [];
    const texts: string[] = [];
    let length = 0;
    for (const piece of this.#pieces) {
      if (piece.text === '') continue;
      piece.at = length;
      length += piece.text.length;
      pieces.push(piece);
      texts.push(piece.text);
    }
    // Joined, because a string built with + is read more slowly at every character.
    const text = texts.join('');
    return {
      text,
      toSource(start, end) {
        const first = pieceAt(pieces, start);
        const last = pieceAt(pieces, end - 1);
        return {
          start: isVerbatim(first) ? first.start + start - first.at : first.start,
          end: isVerbatim(last) ? last.start + end - last.at : last.end,
        };
      },
    };
  }
}

/** False for a replacement such as `&` for `&amp;`, which has no inner offsets. */
const isVerbatim = (piece: Piece): boolean => piece.text.length === piece.end - piece.start;

function pieceAt(pieces: readonly Piece[], offset: number): Piece {
  let low = 0;
  let high = pieces.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((pieces[middle] as Piece).at <= offset) low = middle;
    else high = middle - 1;
  }
  return pieces[low] as Piece;
}
