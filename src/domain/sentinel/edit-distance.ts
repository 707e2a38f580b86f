/**
 * The least number of insertions, deletions, substitutions and swaps of neighbours that turn one text into the other
 * (optimal string alignment), in UTF-16 units. Distances above `most` are returned as `most + 1`.
 */
export function editDistance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwap = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current[column] = Math.min(
        cell(last, column) + 1,
        cell(current, column - 1) + 1,
        cell(last, column - 1) + (isSame ? 0 : 1),
        row > 1 && column > 1 && isSwap ? cell(beforeLast, column - 2) + 1 : Infinity,
      );
    }
    // A distance never falls below the least value of a row and the row before it.
    if (Math.min(...current, ...last) > most) return most + 1;
    [beforeLast, last] = [last, current];
  }
  return Math.min(cell(last, other.length), most + 1);
}

const cell = (row: readonly number[], column: number): number => row[column] ?? Infinity;
