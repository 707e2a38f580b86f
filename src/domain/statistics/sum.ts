/** Sum of one field over all rows. */
export const sumOf = <Field extends string>(
  rows: readonly Readonly<Record<Field, number>>[],
  field: Field,
): number => rows.reduce((sum, row) => sum + row[field], 0);

/** Sums of several fields over all rows. */
export const sumsOf = <Field extends string>(
  rows: readonly Readonly<Record<Field, number>>[],
  ...fields: readonly Field[]
): Record<Field, number> =>
  Object.fromEntries(fields.map((field) => [field, sumOf(rows, field)])) as Record<Field, number>;
