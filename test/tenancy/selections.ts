import {
  type GraphQLField,
  type GraphQLOutputType,
  getNamedType,
  isLeafType,
  isNonNullType,
  isObjectType,
  isUnionType,
} from 'graphql';

const DEPTH = 5;
/** In one selection: more of a long list's rows would cost more than a question may. */
const VALUES = 6;
const SIZES: Record<string, number> = { first: 1, days: 7, limit: 3 };

const isAskable = ({ args }: GraphQLField<unknown, unknown>): boolean =>
  args.every(
    ({ name, type, defaultValue }) =>
      name in SIZES || !isNonNullType(type) || defaultValue !== undefined,
  );

function nameWithSizes({ name, args }: GraphQLField<unknown, unknown>): string {
  const sized = args.filter((arg) => arg.name in SIZES);
  const given = sized.map((arg) => `${arg.name}: ${SIZES[arg.name]}`).join(', ');
  return given === '' ? name : `${name}(${given})`;
}

/**
 * What can be asked for below a type: for each object that can be reached, selections that have all
 * its values between them. No type is entered twice on one way, so that the ways end.
 */
export function listSelections(
  output: GraphQLOutputType,
  passed: readonly string[] = [],
): string[] {
  const type = getNamedType(output);
  if (isUnionType(type))
    return type
      .getTypes()
      .flatMap((member) =>
        listSelections(member, passed).map((inner) => `... on ${member.name} { ${inner} }`),
      );
  if (!isObjectType(type) || passed.includes(type.name) || passed.length >= DEPTH) return [];
  const fields = Object.values(type.getFields()).filter(isAskable);
  const values = fields.filter((field) => isLeafType(getNamedType(field.type)));
  const names = ['__typename', ...values.map(nameWithSizes)];
  const own = Array.from({ length: Math.ceil(names.length / VALUES) }, (_, at) =>
    names.slice(at * VALUES, (at + 1) * VALUES).join(' '),
  );
  const below = fields
    .filter((field) => !isLeafType(getNamedType(field.type)))
    .flatMap((field) =>
      listSelections(field.type, [...passed, type.name]).map(
        (inner) => `${nameWithSizes(field)} { ${inner} }`,
      ),
    );
  return [...own, ...below];
}
