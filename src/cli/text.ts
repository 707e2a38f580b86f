/** Names and mails are written by strangers: what would steer the terminal is left out. */
export const toPrintable = (text: string): string => text.replace(/(?!\n)\p{Cc}/gu, '');

/** Columns as wide as their widest cell, two spaces apart. */
export function toTable(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map((cell) => toPrintable(cell).replaceAll('\n', ' ')));
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export const toTime = (time: Date | null, otherwise = '-'): string =>
  time?.toISOString().replace(/\.\d+Z$/, 'Z') ?? otherwise;
