import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';

export interface Budget {
  /** Operations and fragments. */
  definitions: number;
  /** Fields, spreads and inline fragments of all definitions, with every fragment expanded. */
  selections: number;
  /** Fields of one operation, with every fragment expanded. */
  fields: number;
  /** Pairs of fields with one response name, and pairs of fragments, in one selection set. */
  comparisons: number;
}

type Definition = OperationDefinitionNode | FragmentDefinitionNode;

interface Size {
  selections: number;
  fields: number;
}

/** Throws: the first fault is enough to reject a document. */
const refuse = (message: string, node?: Definition): never => {
  throw new GraphQLError(message, { nodes: node });
};

const fragmentsOf = (document: DocumentNode): Map<string, FragmentDefinitionNode> =>
  new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition]] : [],
    ),
  );

const definitionsOf = (document: DocumentNode): Definition[] =>
  document.definitions.filter(
    (definition) =>
      definition.kind === Kind.OPERATION_DEFINITION || definition.kind === Kind.FRAGMENT_DEFINITION,
  );

/**
 * Measures each definition with its fragments expanded. Each fragment is visited once, and its size is added
 * wherever it is spread, so the cost grows with the text and not with the expanded document. The same pass finds
 * unknown fragments and cycles.
 */
function createRuler(fragments: Map<string, FragmentDefinitionNode>): (node: Definition) => Size {
  const sizes = new Map<Definition, Size | 'under way'>();

  function sizeOf(definition: Definition): Size {
    const known = sizes.get(definition);
    if (known === 'under way')
      return refuse(
        `Cannot spread fragment "${definition.name?.value}" within itself.`,
        definition,
      );
    if (known !== undefined) return known;
    sizes.set(definition, 'under way');
    const size = { selections: 0, fields: 0 };
    add(definition.selectionSet, size);
    sizes.set(definition, size);
    return size;
  }

  function add({ selections }: SelectionSetNode, size: Size): void {
    for (const selection of selections) {
      size.selections += 1;
      if (selection.kind === Kind.FIELD) size.fields += 1;
      if (selection.kind !== Kind.FRAGMENT_SPREAD) {
        if (selection.selectionSet) add(selection.selectionSet, size);
        continue;
      }
      const name = selection.name.value;
      const inner = sizeOf(fragments.get(name) ?? refuse(`Unknown fragment "${name}".`));
      size.selections += inner.selections;
      size.fields += inner.fields;
    }
  }

  return sizeOf;
}

/** Counts the pairs that the rule OverlappingFieldsCanBeMerged compares, and stops above `most`. */
function createPairCounter(fragments: Map<string, FragmentDefinitionNode>, most: number) {
  let pairs = 0;

  function collect(
    { selections }: SelectionSetNode,
    fields: Map<string, FieldNode[]>,
    spread: Set<string>,
  ): void {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) {
        const name = (selection.alias ?? selection.name).value;
        const others = fields.get(name);
        pairs += others?.length ?? 0;
        if (pairs > most) return;
        if (others === undefined) fields.set(name, [selection]);
        else others.push(selection);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        collect(selection.selectionSet, fields, spread);
      } else if (!spread.has(selection.name.value)) {
        pairs += spread.size;
        if (pairs > most) return;
        spread.add(selection.name.value);
        const fragment = fragments.get(selection.name.value);
        if (fragment !== undefined) collect(fragment.selectionSet, fields, spread);
      }
    }
  }

  return function count(selectionSets: readonly SelectionSetNode[]): number {
    const fields = new Map<string, FieldNode[]>();
    const spread = new Set<string>();
    for (const selectionSet of selectionSets) collect(selectionSet, fields, spread);
    for (const nodes of fields.values()) {
      const inner = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
      if (inner.length > 0 && pairs <= most) count(inner);
    }
    return pairs;
  };
}

/**
 * Returns the first limit that a document exceeds, or null. Runs before any rule that visits fragments repeatedly.
 * Costs at most one visit per node, and then one per selection within the budget.
 */
export function findDocumentExcess(document: DocumentNode, budget: Budget): GraphQLError | null {
  const fragments = fragmentsOf(document);
  const definitions = definitionsOf(document);
  if (definitions.length > budget.definitions)
    return new GraphQLError(
      `the document has more than ${budget.definitions} operations and fragments`,
    );
  const sizeOf = createRuler(fragments);
  const countPairs = createPairCounter(fragments, budget.comparisons);
  try {
    let selections = 0;
    for (const definition of definitions) {
      const size = sizeOf(definition);
      if (definition.kind === Kind.OPERATION_DEFINITION && size.fields > budget.fields)
        refuse(`the operation selects more than ${budget.fields} fields`, definition);
      selections += size.selections;
    }
    if (selections > budget.selections)
      refuse(
        `the document has more than ${budget.selections} selections, counting each fragment wherever it is spread`,
      );
    for (const definition of definitions)
      if (countPairs([definition.selectionSet]) > budget.comparisons)
        refuse(
          'the document repeats fields or fragment spreads at the same level too often',
          definition,
        );
    return null;
  } catch (error) {
    if (error instanceof GraphQLError) return error;
    throw error;
  }
}
