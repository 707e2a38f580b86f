import {
  type GraphQLEnumType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { toWord } from '../bodies.js';
import { orNull, type Schema } from './json-schema.js';

const SCALARS: Record<string, Schema> = {
  Boolean: { type: 'boolean' },
  DateTime: { type: 'string', format: 'date-time' },
  Float: { type: 'number' },
  ID: { type: 'string' },
  Int: { type: 'integer', minimum: -(2 ** 31), maximum: 2 ** 31 - 1 },
  String: { type: 'string' },
};

/** Drops the bounds of whole numbers, which only inputs need. */
const asResult = ({ minimum, maximum, ...schema }: Schema): Schema => schema;

export function scalarSchema(name: string): Schema {
  const schema = SCALARS[name];
  if (schema === undefined) throw new Error(`no JSON schema for the scalar ${name}`);
  return asResult(schema);
}

export const enumSchema = (type: GraphQLEnumType): Schema => ({
  type: 'string',
  enum: type.getValues().map(({ name }) => name),
});

const inputSchema = (type: GraphQLInputType): Schema =>
  isNonNullType(type) ? bareSchema(type) : orNull(bareSchema(type));

function objectSchema(type: GraphQLInputObjectType): Schema {
  const fields = Object.values(type.getFields());
  return {
    type: 'object',
    description: type.description,
    properties: Object.fromEntries(
      fields.map(({ name, description, type: of }) => [name, { description, ...inputSchema(of) }]),
    ),
    required: fields.filter(({ type: of }) => isNonNullType(of)).map(({ name }) => name),
  };
}

/** Schema of a variable's non-null values. Enum members are the words that REST uses. */
export function bareSchema(type: GraphQLInputType): Schema {
  if (isNonNullType(type)) return bareSchema(type.ofType as GraphQLInputType);
  if (isListType(type))
    return { type: 'array', items: inputSchema(type.ofType as GraphQLInputType) };
  if (isEnumType(type))
    return { type: 'string', enum: type.getValues().map(({ name }) => toWord(name)) };
  if (isInputObjectType(type)) return objectSchema(type);
  const schema = SCALARS[type.name];
  if (schema === undefined) throw new Error(`no JSON schema for the type ${type}`);
  return schema;
}
