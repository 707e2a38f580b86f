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
    if (!isInputType(type)) throw new Error(`$${name} is of a type that the schema does not have`);
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

/** What a value of the type must be, in words that end `name must be`. */
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
  if (noun === undefined) throw new Error(`REST has no words for the type ${type.name}`);
  return noun[many ? 1 : 0];
}

/** A query string carries text only: what its variable wants as a number or a flag is read as one. */
function readText(type: GraphQLInputType, text: string): unknown {
  const named = isNonNullType(type) ? (type.ofType as GraphQLInputType) : type;
  if (!isScalarType(named)) return text;
  if (named.name === 'Int' && /^-?\d{1,15}$/.test(text)) return Number(text);
  if (named.name === 'Float' && /^-?\d{1,15}(\.\d{1,15})?$/.test(text)) return Number(text);
  if (named.name === 'Boolean' && /^(true|false)$/.test(text)) return text === 'true';
  return text;
}

const LARGEST_INT = 2 ** 31 - 1;

/** Whether a value is one of the scalar as it stands: nothing is turned into a string or a flag. */
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

/** A leaf that does not fit is told of its list, as `names`; what is wrong within an object of itself, as `prompts[3].text`. */
const holdsObjects = (type: GraphQLInputType): boolean =>
  isInputObjectType(isNonNullType(type) ? type.ofType : type);

/**
 * The value of a type, checked as it stands: words of closed sets become the members they stand for, fields that an
 * object does not have are left out. Undefined where it does not fit.
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

/** Throws where a value is missing or does not fit; undefined where it may be missing and is. */
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

/** The values that are given, by name; all that do not fit are named at once. Unknown names are left out. */
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

/** The values of the variables, each checked against its own type. */
export function toVariables(variables: readonly Variable[], input: Input, isText: boolean): Input {
  return readEach(variables, input, (name, type, given) => {
    if (!isText) return read(name, type, given);
    if (Array.isArray(given)) throw badInput(name, 'must be given once');
    return read(name, type, typeof given === 'string' ? readText(type, given) : given);
  });
}
