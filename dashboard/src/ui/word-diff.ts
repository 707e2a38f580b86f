export interface Piece {
  kind: 'same' | 'left' | 'right';
  text: string;
}

const MOST_WORDS = 1_500;

const wordsOf = (text: string): string[] => text.match(/\s+|[^\s]+/g)?.slice(0, MOST_WORDS) ?? [];

/** What two texts share and what only one of them says, word by word, in reading order. */
export function diffWords(left: string, right: string): Piece[] {
  const a = wordsOf(left);
  const b = wordsOf(right);
  const width = b.length + 1;
  const longest = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      longest[i * width + j] =
        a[i] === b[j]
          ? (longest[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(longest[(i + 1) * width + j] ?? 0, longest[i * width + j + 1] ?? 0);
  const pieces: Piece[] = [];
  const add = (kind: Piece['kind'], text = '') => {
    const last = pieces.at(-1);
    if (last?.kind === kind) last.text += text;
    else pieces.push({ kind, text });
  };
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      add('same', a[i]);
      i += 1;
      j += 1;
    } else if (
      j >= b.length ||
      (i < a.length &&
        (longest[(i + 1) * width + j] ?? 0) >= (longest[i * width + j + 1] ?? 0))
    ) {
      add('left', a[i]);
      i += 1;
    } else {
      add('right', b[j]);
      j += 1;
    }
  }
  return pieces;
}
