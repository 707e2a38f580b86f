/** One field of all rows, added up. */
export const sumOf = <Field extends string>(
  rows: readonly Readonly<Record<Field, number>>[],
  field: Field,
): number => rows.reduce((sum, row) => sum + row[field], 0);

/** Several fields of all rows, each by itself. */
export const sumsOf = <Field extends string>(
  rows: readonly Readonly<Record<Field, number>>[],
  ...fields: readonly Field[]
): Record<Field, number> =>
  Object.fromEntries(fields.map((field) => [field, sumOf(rows, field)])) as Record<Field, number>;
