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
import { type Input, operationOf, type Route, type Sources } from '../route.js';
import { type WordsOf, withWords } from './closed-sets.js';
import { orNull, type Schema } from './json-schema.js';
import { bareSchema } from './types.js';

/** A parameter or a field of a body. */
export interface InputField {
  name: string;
  required: boolean;
  description: string;
  schema: Schema;
}

const LINE = { minLength: 1, maxLength: 200 };
const TEXT = { minLength: 1, maxLength: 4_000 };

/** Bounds that the services check and the types do not express, by schema coordinate or by REST name. */
const BOUNDS: Readonly<Record<string, Schema>> = {
  'AddPromptsInput.prompts': { minItems: 1, maxItems: 200 },
  'CreateBrandInput.competitors': { maxItems: 20 },
  'CreateBrandInput.prompts': { maxItems: 200 },
  audience: TEXT,
  brand: LINE,
  brand_name: LINE,
  category: LINE,
  competitors: { maxItems: 10, items: { type: 'string', ...LINE } },
  content: TEXT,
  days: { minimum: 1, maximum: 90 },
  events: { minItems: 1 },
  industry: LINE,
  language: { pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$' },
  limit: { minimum: 1, maximum: 200 },
  name: LINE,
  platforms: { minItems: 1 },
  samplesPerPrompt: { minimum: 1, maximum: 20 },
  text: TEXT,
  url: { format: 'uri', maxLength: 2_048 },
  website: { format: 'uri', maxLength: 2_048 },
};

const boundsOf = (name: string, target?: Target): Schema | undefined =>
  BOUNDS[target?.coordinate ?? ''] ?? BOUNDS[name];

/** In a list of objects, a plain string stands for an object with only that field. */
function withTexts(schema: Schema): Schema {
  const { items } = schema as { items?: Schema };
  if (schema.type !== 'array' || items?.type !== 'object') return schema;
  return { ...schema, items: { anyOf: [{ type: 'string' }, items] } };
}

/** The argument or input field that a variable fills. */
interface Target {
  /** Schema coordinate: `Query.citations(days:)`, `StartProbeInput.platforms`. */
  coordinate: string;
  description: string;
}

function targetsOf(schema: GraphQLSchema, document: DocumentNode): Map<string, Target> {
  const info = new TypeInfo(schema);
  const found = new Map<string, Target>();
  visit(
    document,
    visitWithTypeInfo(info, {
      Argument({ name, value }) {
        if (value.kind !== 'Variable') return;
        const coordinate = `${info.getParentType()}.${info.getFieldDef()?.name}(${name.value}:)`;
        const description = info.getArgument()?.description ?? '';
        found.set(value.name.value, { coordinate, description });
      },
      ObjectField({ name, value }) {
        const parent = getNamedType(info.getParentInputType());
        if (value.kind !== 'Variable' || !isInputObjectType(parent)) return;
        const coordinate = `${parent.name}.${name.value}`;
        const description = parent.getFields()[name.value]?.description ?? '';
        found.set(value.name.value, { coordinate, description });
      },
    }),
  );
  return found;
}

const placeholdersOf = (path: string): string[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);

const MARK = '\u0000';

/** The variables that a row fills from path parameters of another name. */
function renamedFromPath({ path, toVariables }: Route, variables: ReadonlySet<string>): string[] {
  return placeholdersOf(path)
    .filter((name) => !variables.has(name))
    .flatMap((name) => {
      const params: Input = { [name]: MARK };
      const sources: Sources = { params, query: {}, body: {} };
      const filled = toVariables?.(params, sources) ?? {};
      return Object.keys(filled).filter((variable) => filled[variable] === MARK);
    });
}

/** The row's variables, divided into path parameters and the rest, which are in the query or body. */
export function toInputFields(
  schema: GraphQLSchema,
  row: Route,
  wordsOf: WordsOf,
): { path: InputField[]; rest: InputField[] } {
  const definitions = operationOf(row).variableDefinitions ?? [];
  const targets = targetsOf(schema, row.operation);
  const fields = definitions.map(({ variable, type: written, defaultValue }): InputField => {
    const name = variable.name.value;
    const type = typeFromAST(schema, written as never) as GraphQLInputType;
    const target = targets.get(name);
    const words = target && wordsOf(target.coordinate);
    const bare = withWords(withTexts({ ...bareSchema(type), ...boundsOf(name, target) }), words);
    // A query string cannot express null.
    const taken = row.method === 'GET' || isNonNullType(type) ? bare : orNull(bare);
    return {
      name,
      required: isNonNullType(type) && defaultValue === undefined,
      description: target?.description ?? '',
      schema: {
        ...taken,
        ...(defaultValue && { default: valueFromASTUntyped(defaultValue) }),
      },
    };
  });
  const names = new Set(fields.map(({ name }) => name));
  const renamed = renamedFromPath(row, names);
  const inPath = placeholdersOf(row.path);
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
