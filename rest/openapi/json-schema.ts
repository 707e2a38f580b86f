/** A JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
export type Schema = Readonly<Record<string, unknown>>;

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

export const distinct = (schemas: readonly Schema[]): Schema[] =>
  schemas.filter((schema, at) => schemas.findIndex((other) => isSame(other, schema)) === at);

export const sortByName = (entries: readonly [string, Schema][]): Record<string, Schema> =>
  Object.fromEntries([...entries].sort(([one], [other]) => (one < other ? -1 : 1)));

/** The schema or null. An `enum` must list null as well. */
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

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function* titled(value: unknown): Generator<Schema> {
  if (Array.isArray(value)) for (const item of value) yield* titled(item);
  if (!isObject(value)) return;
  if (typeof value.title === 'string' && value.type === 'object') yield value;
  for (const part of Object.values(value)) yield* titled(part);
}

/**
 * Moves each titled object to the components. Objects that share a title but differ remain inline.
 */
export function hoistSchemas(document: Schema): {
  document: Schema;
  schemas: Record<string, Schema>;
} {
  const byTitle = new Map<string, Schema[]>();
  for (const schema of titled(document)) {
    const title = schema.title as string;
    byTitle.set(title, [...(byTitle.get(title) ?? []), schema]);
  }
  const isShared = (schema: Schema) => {
    const same = byTitle.get(schema.title as string) ?? [];
    return same.every((other) => isSame(other, schema));
  };
  const schemas: [string, Schema][] = [];

  function place(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(place);
    if (!isObject(value)) return value;
    const placed = Object.fromEntries(
      Object.entries(value).map(([name, part]) => [name, place(part)]),
    );
    if (typeof value.title !== 'string' || value.type !== 'object') return placed;
    const { title, ...untitled } = placed as { title: string };
    if (!isShared(value)) return untitled;
    schemas.push([title, untitled]);
    return { $ref: `#/components/schemas/${title}` };
  }

  const placed = place(document) as Schema;
  return { document: placed, schemas: sortByName(schemas) };
}
