import {
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isNonNullType,
  TypeInfo,
  typeFromAST,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { Input, Route, Sources } from '../route.js';
import type { Schema } from './json-schema.js';
import { operationOf } from './sample.js';
import { bareSchema, inputSchema } from './types.js';

/** What a field of a body or a parameter takes. */
export interface InputField {
  name: string;
  required: boolean;
  description: string;
  schema: Schema;
}

const LINE = { minLength: 1, maxLength: 200 };
const TEXT = { minLength: 1, maxLength: 4_000 };

/** What the services hold a value to and its type cannot say, by the name that REST gives it. */
const BOUNDS: Readonly<Record<string, Schema>> = {
  audience: TEXT,
  brand: LINE,
  brand_name: LINE,
  category: LINE,
  competitors: { maxItems: 10, items: { type: 'string', ...LINE } },
  content: TEXT,
  days: { minimum: 1, maximum: 90 },
  events: { minItems: 1 },
  industry: LINE,
  limit: { minimum: 1, maximum: 200 },
  name: LINE,
  platforms: { minItems: 1 },
  samplesPerPrompt: { minimum: 1, maximum: 20 },
  text: TEXT,
  url: { format: 'uri', maxLength: 2_048 },
  website: { format: 'uri', maxLength: 2_048 },
};

/** What the schema says of the argument or input field that each variable goes to. */
function descriptionsOf(schema: GraphQLSchema, document: DocumentNode): Map<string, string> {
  const info = new TypeInfo(schema);
  const found = new Map<string, string>();
  visit(
    document,
    visitWithTypeInfo(info, {
      Argument({ value }) {
        const described = info.getArgument()?.description;
        if (value.kind === 'Variable' && described) found.set(value.name.value, described);
      },
      ObjectField({ name, value }) {
        const parent = getNamedType(info.getParentInputType());
        if (value.kind !== 'Variable' || !isInputObjectType(parent)) return;
        const described = parent.getFields()[name.value]?.description;
        if (described) found.set(value.name.value, described);
      },
    }),
  );
  return found;
}

const MARK = '\u0000';

/** The variable that a row fills from its path under another name. */
function renamedFromPath({ path, toVariables }: Route, variables: ReadonlySet<string>): string[] {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  return names
    .filter((name) => !variables.has(name))
    .flatMap((name) => {
      const params: Input = { [name]: MARK };
      const sources: Sources = { params, query: {}, body: {} };
      const filled = toVariables?.(params, sources) ?? {};
      return Object.keys(filled).filter((variable) => filled[variable] === MARK);
    });
}

/** The row's variables by where a request says them: in its path, and else in its query or body. */
export function toInputFields(
  schema: GraphQLSchema,
  row: Route,
): { path: InputField[]; rest: InputField[] } {
  const definitions = operationOf(row.operation).variableDefinitions ?? [];
  const descriptions = descriptionsOf(schema, row.operation);
  const fields = definitions.map(({ variable, type: written, defaultValue }): InputField => {
    const name = variable.name.value;
    const type = typeFromAST(schema, written as never) as GraphQLInputType;
    const isText = row.method === 'GET';
    // A query string cannot say null.
    const taken = isText
      ? { ...bareSchema(type), ...BOUNDS[name] }
      : inputSchema(type, BOUNDS[name]);
    return {
      name,
      required: isNonNullType(type) && defaultValue === undefined,
      description: descriptions.get(name) ?? '',
      schema: {
        ...taken,
        ...(defaultValue && { default: valueFromASTUntyped(defaultValue) }),
      },
    };
  });
  const names = new Set(fields.map(({ name }) => name));
  const renamed = renamedFromPath(row, names);
  const inPath = [...row.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const path = inPath.map((name, at): InputField => {
    const field = fields.find((one) => one.name === name || one.name === renamed[at]);
    return {
      name,
      required: true,
      description: field?.description ?? '',
      schema: { type: 'string', minLength: 1 },
    };
  });
  const rest = fields.filter(({ name }) => !inPath.includes(name) && !renamed.includes(name));
  return { path, rest };
}
