/** A schema of JSON Schema 2020-12, the dialect of OpenAPI 3.1, as data. */
export type Schema = Readonly<Record<string, unknown>>;

export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

export const distinct = (schemas: readonly Schema[]): Schema[] =>
  schemas.filter((schema, at) => schemas.findIndex((other) => isSame(other, schema)) === at);

export const sortByName = (entries: readonly [string, Schema][]): Record<string, Schema> =>
  Object.fromEntries([...entries].sort(([one], [other]) => (one < other ? -1 : 1)));

/** The schema, or null. A closed set has to name null as one of its members, too. */
export function orNull(schema: Schema): Schema {
  const { type, enum: members, ...rest } = schema;
  if (typeof type !== 'string' || type === 'object' || type === 'array' || 'const' in schema) {
    const { description, ...bare } = schema;
    const either = { anyOf: [bare, { type: 'null' }] };
    return description === undefined ? either : { description, ...either };
  }
  return {
    type: [type, 'null'],
    ...(Array.isArray(members) && { enum: [...members, null] }),
    ...rest,
  };
}
