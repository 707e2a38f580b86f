import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { toWord } from '../bodies.js';
import { operationOf, type Route } from '../route.js';
import { type WordsOf, withWords } from './closed-sets.js';
import type { Schema } from './json-schema.js';
import { enumSchema, scalarSchema } from './types.js';

/**
 * A placeholder for a leaf of an operation's result. It carries the schema of the leaf, so that the output
 * of `toBody` shows where each leaf ends up.
 */
export class Leaf {
  constructor(readonly schema: Schema) {}

  /** Mirrors `toWord` for members of a closed set. */
  toLowerCase(): Leaf {
    const { enum: members, ...rest } = this.schema;
    return new Leaf({
      ...rest,
      ...(Array.isArray(members) && { enum: members.map((member) => toWord(String(member))) }),
    });
  }

  replaceAll(): Leaf {
    return this;
  }
}

/** The variation of one sample. */
export interface Choice {
  /** Place that holds null; `*` for all nullable places. */
  nulls?: string;
  /** A place that holds a member of its closed set. */
  member?: { place: string; value: string };
  /** For a union root: the type, and values of its fields. */
  root?: Readonly<Record<string, string>>;
}

export interface SampleAnswer {
  /** The value of the operation's one root field. */
  root: unknown;
  /** Nullable places, and places of closed sets with their members. */
  nullable: Set<string>;
  members: Map<string, readonly string[]>;
}

/** Title and description of sample objects and lists that `toBody` passes through unchanged. */
export type Origins = WeakMap<object, { title: string; description: string | undefined }>;

interface ValueOptions {
  set: SelectionSetNode | undefined;
  place: string;
  words?: readonly string[] | undefined;
  description?: string | undefined;
}

interface Selected {
  field: FieldNode;
  on: GraphQLObjectType;
}

/** A sample result of the operation, with placeholders as leaves. */
export function toSample(
  schema: GraphQLSchema,
  row: Route,
  choice: Choice,
  origins: Origins,
  wordsOf: WordsOf,
): SampleAnswer {
  const fragments = new Map(
    row.operation.definitions
      .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment: FragmentDefinitionNode) => [fragment.name.value, fragment]),
  );
  const nullable = new Set<string>();
  const members = new Map<string, readonly string[]>();

  function* select(on: GraphQLObjectType, set: SelectionSetNode): Generator<Selected> {
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) {
        yield { field: selection, on };
        continue;
      }
      const part =
        selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection;
      if (part === undefined) continue;
      const condition = part.typeCondition?.name.value ?? on.name;
      if (condition === on.name) yield* select(on, part.selectionSet);
    }
  }

  function toLeaf(leaf: Schema, description: string | undefined, place: string): unknown {
    if (choice.member?.place === place) return choice.member.value;
    return new Leaf(description === undefined ? leaf : { ...leaf, description });
  }

  function toObject(type: GraphQLObjectType, set: SelectionSetNode, place: string): object {
    const entries = [...select(type, set)].map(({ field, on }) => {
      const key = field.alias?.value ?? field.name.value;
      const at = place === '' ? key : `${place}.${key}`;
      const given = place === '' ? choice.root?.[key] : undefined;
      if (given !== undefined) return [key, given];
      if (field.name.value === '__typename') return [key, type.name];
      const definition = on.getFields()[field.name.value];
      if (definition === undefined) throw new Error(`${on.name} has no field ${field.name.value}`);
      return [
        key,
        toValue(definition.type, {
          set: field.selectionSet,
          place: at,
          words: wordsOf(`${on.name}.${field.name.value}`),
          description: definition.description ?? undefined,
        }),
      ];
    });
    const made = Object.fromEntries(entries) as object;
    origins.set(made, { title: type.name, description: type.description ?? undefined });
    return made;
  }

  function toValue(
    type: GraphQLOutputType,
    { set, place, words, description }: ValueOptions,
  ): unknown {
    if (!isNonNullType(type)) {
      nullable.add(place);
      if (choice.nulls === '*' || choice.nulls === place) return null;
    }
    const sure = isNonNullType(type) ? (type.ofType as GraphQLOutputType) : type;
    if (isListType(sure)) {
      const list = [toValue(sure.ofType as GraphQLOutputType, { set, place: `${place}[]`, words })];
      origins.set(list, { title: '', description });
      return list;
    }
    if (isEnumType(sure)) {
      const schemaOfSet = enumSchema(sure);
      members.set(place, schemaOfSet.enum as string[]);
      return toLeaf(schemaOfSet, description ?? sure.description ?? undefined, place);
    }
    if (isObjectType(sure)) return toObject(sure, set as SelectionSetNode, place);
    const scalar = withWords(scalarSchema((sure as { name: string }).name), words);
    return toLeaf(scalar, description, place);
  }

  const { type, selection } = rootOf(schema, row);
  const isPicked = ({ name }: GraphQLObjectType) => name === choice.root?.__typename;
  const root = isUnionType(type) ? type.getTypes().find(isPicked) : type;
  if (!isObjectType(root)) throw new Error(`a row over the union ${type} must list its kinds`);
  return { root: toObject(root, selection, ''), nullable, members };
}

/** The root field. Never null here: without a value the response is 404, with an error body. */
export function rootOf(schema: GraphQLSchema, row: Route) {
  const { operation, selectionSet } = operationOf(row);
  const [field] = selectionSet.selections;
  if (field?.kind !== Kind.FIELD || field.selectionSet === undefined)
    throw new Error('an operation must select one root field');
  const definition = schema.getRootType(operation)?.getFields()[field.name.value];
  if (definition === undefined) throw new Error(`there is no root field ${field.name.value}`);
  const type = isNonNullType(definition.type) ? definition.type.ofType : definition.type;
  return { type, selection: field.selectionSet, description: definition.description ?? '' };
}
