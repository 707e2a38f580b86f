import {
  type GraphQLInputType,
  type GraphQLSchema,
  type GraphQLType,
  isEnumType,
  isInputType,
  isListType,
  isNonNullType,
  isScalarType,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql';
import { badInput } from '../src/errors.js';
import { toWord } from './bodies.js';
import type { Input } from './route.js';

export interface Variable {
  name: string;
  type: GraphQLInputType;
}

/** The variables that an operation declares; each is of a leaf type or a list of one. */
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

/** Whether a value is one of the type as it stands: nothing is turned into a string, a list or a flag. */
function fits(type: GraphQLInputType, value: unknown): boolean {
  if (isNonNullType(type)) return value !== null && fits(type.ofType as GraphQLInputType, value);
  if (value === null) return true;
  if (isListType(type)) {
    return (
      Array.isArray(value) && value.every((item) => fits(type.ofType as GraphQLInputType, item))
    );
  }
  if (isEnumType(type)) return type.getValues().some(({ name }) => toWord(name) === value);
  switch ((type as { name: string }).name) {
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

/** Words of REST become the members they stand for; all else stays as it was sent. */
const toMember = (type: GraphQLInputType, value: unknown): unknown => {
  const named = isNonNullType(type) ? (type.ofType as GraphQLInputType) : type;
  if (!isEnumType(named) || value === null) return value;
  return named.getValues().find(({ name }) => toWord(name) === value)?.name;
};

/**
 * The values of the variables, each checked against its own type. What no variable is named after
 * is left out: unknown fields are ignored.
 */
export function toVariables(variables: readonly Variable[], input: Input, isText: boolean): Input {
  const values: Input = {};
  for (const { name, type } of variables) {
    const given = Object.hasOwn(input, name) ? input[name] : undefined;
    if (given === undefined) {
      if (isNonNullType(type)) throw badInput(name, 'is required');
      continue;
    }
    if (isText && Array.isArray(given)) throw badInput(name, 'must be given once');
    const value = isText && typeof given === 'string' ? readText(type, given) : given;
    if (value === null && isNonNullType(type)) throw badInput(name, 'must not be null');
    if (!fits(type, value)) throw badInput(name, `must be ${describeType(type)}`);
    values[name] = toMember(type, value);
  }
  return values;
}
