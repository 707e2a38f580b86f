import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';

/** A root field of the schema, and how to call it. */
export interface RootField {
  /** Its name; a mutation that is called as a query is says so, too. */
  key: string;
  name: string;
  kind: 'query' | 'mutation' | 'subscription';
  field: GraphQLField<unknown, unknown>;
}

export function listRootFields(schema: GraphQLSchema): RootField[] {
  const roots = [
    ['query', schema.getQueryType()],
    ['mutation', schema.getMutationType()],
    ['subscription', schema.getSubscriptionType()],
  ] as const;
  return roots.flatMap(([kind, type]) =>
    Object.values(type?.getFields() ?? {}).map((field) => {
      const { name } = field;
      const isShared = kind === 'mutation' && name in (schema.getQueryType()?.getFields() ?? {});
      return { key: isShared ? `${kind} ${name}` : name, name, kind, field };
    }),
  );
}

type Input = GraphQLArgument | GraphQLInputField;

/** Every argument or input field of type ID, as `startProbe.input.brandId`. */
function idPaths(path: string, input: Input): string[] {
  const type = getNamedType(input.type);
  const here = `${path}.${input.name}`;
  if (isInputObjectType(type))
    return Object.values(type.getFields()).flatMap((field) => idPaths(here, field));
  return type.name === 'ID' ? [here] : [];
}

export const listIdArguments = (schema: GraphQLSchema): string[] => [
  ...listRootFields(schema).flatMap(({ name, field }) =>
    field.args.flatMap((arg) => idPaths(name, arg)),
  ),
  ...Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type) && !type.name.startsWith('__'))
    .filter(
      (type) =>
        type !== schema.getQueryType() &&
        type !== schema.getMutationType() &&
        type !== schema.getSubscriptionType(),
    )
    .flatMap((type) =>
      (isObjectType(type) ? Object.values(type.getFields()) : []).flatMap((field) =>
        field.args.flatMap((arg) => idPaths(`${type.name}.${field.name}`, arg)),
      ),
    ),
];

const SCALARS: Record<string, unknown> = {
  String: 'Sample',
  Int: 1,
  Float: 1,
  Boolean: true,
  DateTimeISO: '2100-01-01T00:00:00.000Z',
  DateTime: '2100-01-01T00:00:00.000Z',
};

/** Texts that have to be of a kind, by the field's name. */
const TEXTS: Record<string, string> = { cron: '0 6 * * *' };

/** A valid value of the type, `ids` where an id is wanted; what may be left out is, unless an id is given for it. */
function sample(
  path: string,
  type: GraphQLInputType,
  ids: (path: string) => string | undefined,
): unknown {
  if (isNonNullType(type)) return sample(path, type.ofType, ids);
  if (isListType(type)) return [sample(path, type.ofType, ids)];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (isInputObjectType(type)) return sampleAll(path, Object.values(type.getFields()), ids);
  if (type.name === 'ID') return ids(path);
  const text = TEXTS[path.split('.').at(-1) ?? ''];
  if (type.name === 'String' && text !== undefined) return text;
  if (!(type.name in SCALARS)) throw new Error(`what goes into ${path}, a ${type.name}?`);
  return SCALARS[type.name];
}

const sampleAll = (
  path: string,
  inputs: readonly Input[],
  ids: (path: string) => string | undefined,
) =>
  Object.fromEntries(
    inputs.flatMap((input) => {
      const here = `${path}.${input.name}`;
      const required = isNonNullType(input.type) && input.defaultValue === undefined;
      if (!required && ids(here) === undefined) return [];
      return [[input.name, sample(here, input.type, ids)]];
    }),
  );

/** The document and variables of a call that is valid but for what the ids name. */
export function toCall(
  { name, kind, field }: RootField,
  ids: (path: string) => string | undefined,
  { selected, given = {} }: { selected?: string; given?: Record<string, unknown> } = {},
): { query: string; variables: Record<string, unknown> } {
  const all: Record<string, unknown> = { ...given, ...sampleAll(name, field.args, ids) };
  const args = field.args.filter((arg) => arg.name in all);
  const variables = Object.fromEntries(args.map((arg) => [arg.name, all[arg.name]]));
  const declared = args.map((arg) => `$${arg.name}: ${arg.type}`).join(', ');
  const passed = args.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
  const selection = isLeafType(getNamedType(field.type)) ? '' : ` { ${selected ?? '__typename'} }`;
  const query = `${kind}${declared && `(${declared})`} { ${name}${passed && `(${passed})`}${selection} }`;
  return { query, variables };
}
