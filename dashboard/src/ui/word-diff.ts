import { diffArrays } from 'diff';

export interface Piece {
  kind: 'same' | 'left' | 'right';
  text: string;
}

/** Splits a text into words, white space and single punctuation marks. */
const piecesOf = (text: string): string[] =>
  text.match(/\s+|[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu) ?? [];

/** Fewer shared words than this between two changes count as coincidence. */
const FEWEST_SHARED = 3;

const isShort = ({ kind, text }: Piece): boolean =>
  kind === 'same' && (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) < FEWEST_SHARED;

/** Merges changes with few shared words between them: first the whole left text, then the whole right text. */
function gather(pieces: readonly Piece[]): Piece[] {
  const gathered: Piece[] = [];
  let left = '';
  let right = '';
  const flush = () => {
    if (left !== '') gathered.push({ kind: 'left', text: left });
    if (right !== '') gathered.push({ kind: 'right', text: right });
    left = '';
    right = '';
  };
  pieces.forEach((piece, at) => {
    const isBetween = at > 0 && at < pieces.length - 1;
    if (piece.kind === 'same' && !(isBetween && isShort(piece))) {
      flush();
      gathered.push(piece);
      return;
    }
    if (piece.kind !== 'right') left += piece.text;
    if (piece.kind !== 'left') right += piece.text;
  });
  flush();
  return gathered;
}

/** Compares two texts word by word; returns shared and differing pieces in reading order. */
export const diffWords = (left: string, right: string): Piece[] =>
  gather(
    diffArrays(piecesOf(left), piecesOf(right)).map(({ added, removed, value }) => ({
      kind: added ? 'right' : removed ? 'left' : 'same',
      text: value.join(''),
    })),
  );
