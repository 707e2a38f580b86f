import {
  type GraphQLInputType,
  type GraphQLSchema,
  type GraphQLType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  isScalarType,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql';
import { badInput, nameAllFaults } from '../src/errors.js';
import { toWord } from './bodies.js';
import type { Input } from './route.js';

export interface Variable {
  name: string;
  type: GraphQLInputType;
}

/** The variables that an operation declares. */
export function toVariableList(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
): Variable[] {
  return (operation.variableDefinitions ?? []).map((definition) => {
    const name = definition.variable.name.value;
    const type: GraphQLType | undefined = typeFromAST(schema, definition.type);
    if (!isInputType(type)) throw new Error(`the schema has no type for $${name}`);
    describeType(type);
    return { name, type };
  });
}

const NOUNS: Record<string, readonly [one: string, many: string]> = {
  Boolean: ['true or false', 'true or false'],
  DateTime: ['an ISO 8601 date and time', 'ISO 8601 dates and times'],
  Float: ['a number', 'numbers'],
  ID: ['a string', 'strings'],
  Int: ['a whole number', 'whole numbers'],
  String: ['a string', 'strings'],
};

/** Describes the type for messages that start with `name must be`. */
function describeType(type: GraphQLInputType, many = false): string {
  if (isNonNullType(type)) return describeType(type.ofType as GraphQLInputType, many);
  if (isListType(type)) return `a list of ${describeType(type.ofType as GraphQLInputType, true)}`;
  if (isEnumType(type))
    return `one of ${type
      .getValues()
      .map(({ name }) => toWord(name))
      .join(', ')}`;
  if (isInputObjectType(type)) return many ? 'objects' : 'an object';
  const noun = NOUNS[type.name];
  if (noun === undefined) throw new Error(`REST has no description for the type ${type.name}`);
  return noun[many ? 1 : 0];
}

/** Query strings are text: converts the text to the number or flag that the variable requires. */
function readText(type: GraphQLInputType, text: string): unknown {
  const named = isNonNullType(type) ? (type.ofType as GraphQLInputType) : type;
  if (!isScalarType(named)) return text;
  if (named.name === 'Int' && /^-?\d{1,15}$/.test(text)) return Number(text);
  if (named.name === 'Float' && /^-?\d{1,15}(\.\d{1,15})?$/.test(text)) return Number(text);
  if (named.name === 'Boolean' && /^(true|false)$/.test(text)) return text === 'true';
  return text;
}

const LARGEST_INT = 2 ** 31 - 1;

/** Whether a value has the type of the scalar, without coercion. */
function fitsScalar(name: string, value: unknown): boolean {
  switch (name) {
    case 'Int':
      return Number.isInteger(value) && Math.abs(value as number) <= LARGEST_INT;
    case 'Float':
      return Number.isFinite(value);
    case 'Boolean':
      return typeof value === 'boolean';
    default:
      return typeof value === 'string';
  }
}

const isObject = (value: unknown): value is Input =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A wrong scalar is reported for its list (`names`), a wrong object field for itself (`prompts[3].text`). */
const holdsObjects = (type: GraphQLInputType): boolean =>
  isInputObjectType(isNonNullType(type) ? type.ofType : type);

/**
 * Checks a value against a type without coercion. Converts REST words to enum members and drops unknown fields.
 * Returns undefined when the value does not match.
 */
function toValue(type: GraphQLInputType, value: unknown, place: string): unknown {
  if (isNonNullType(type))
    return value === null ? undefined : toValue(type.ofType as GraphQLInputType, value, place);
  if (value === null) return null;
  if (isListType(type)) {
    if (!Array.isArray(value)) return undefined;
    const item = type.ofType as GraphQLInputType;
    if (holdsObjects(item))
      return nameAllFaults((attempt) =>
        value.map((one, at) => attempt(() => read(`${place}[${at}]`, item, one))),
      );
    const items = value.map((one) => toValue(item, one, place));
    return items.includes(undefined) ? undefined : items;
  }
  if (isEnumType(type)) return type.getValues().find(({ name }) => toWord(name) === value)?.name;
  if (!isInputObjectType(type)) return fitsScalar(type.name, value) ? value : undefined;
  if (!isObject(value)) return undefined;
  const fields = Object.values(type.getFields());
  return readEach(fields, value, (name, of, given) => read(`${place}.${name}`, of, given));
}

/** Throws for a missing required value or a mismatch; undefined for a missing optional value. */
function read(place: string, type: GraphQLInputType, given: unknown): unknown {
  if (given === undefined) {
    if (isNonNullType(type)) throw badInput(place, 'is required');
    return undefined;
  }
  if (given === null && isNonNullType(type)) throw badInput(place, 'must not be null');
  const value = toValue(type, given, place);
  if (value === undefined) throw badInput(place, `must be ${describeType(type)}`);
  return value;
}

/** The given values by name. Reports all invalid values together and drops unknown names. */
function readEach(
  fields: readonly Variable[],
  input: Input,
  readOne: (name: string, type: GraphQLInputType, given: unknown) => unknown,
): Input {
  const entries = nameAllFaults((attempt) =>
    fields.map(({ name, type }) => {
      const given = Object.hasOwn(input, name) ? input[name] : undefined;
      return [name, attempt(() => readOne(name, type, given))] as const;
    }),
  );
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** Values of the variables, each checked against its type. */
export function toVariables(variables: readonly Variable[], input: Input, isText: boolean): Input {
  return readEach(variables, input, (name, type, given) => {
    if (!isText) return read(name, type, given);
    if (Array.isArray(given)) throw badInput(name, 'must be given once');
    return read(name, type, typeof given === 'string' ? readText(type, given) : given);
  });
}
