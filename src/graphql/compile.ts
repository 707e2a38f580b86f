import { setImmediate } from 'node:timers/promises';
import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  type GraphQLSchema,
  getOperationAST,
  valueFromASTUntyped,
} from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import type { Context } from '../request/context.js';

export type CompiledRun = (
  variables: Record<string, unknown>,
  context: Context,
) => Promise<ExecutionResult> | ExecutionResult;

/** A document is compiled at its third request; compiling costs too much for a document that is sent once. */
const SEEN_TIMES = 3;

/**
 * Default values of variables. The compiler requires non-null variables even if they have a default, so omitted
 * variables are filled in.
 */
function readDefaults(document: DocumentNode, operationName?: string): [string, unknown][] {
  const { variableDefinitions = [] } = getOperationAST(document, operationName) ?? {};
  return variableDefinitions.flatMap(({ variable, defaultValue }) =>
    defaultValue === undefined ? [] : [[variable.name.value, valueFromASTUntyped(defaultValue)]],
  );
}

/** Compiles a validated document. A document that the compiler cannot handle runs through `execute`. */
export function compile(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName?: string,
): CompiledRun {
  const compiled = compileQuery(schema, document, operationName);
  if (!isCompiledQuery(compiled)) {
    return (variableValues, contextValue) =>
      execute({
        schema,
        document,
        operationName,
        variableValues,
        contextValue,
      }) as Promise<ExecutionResult>;
  }
  const defaults = readDefaults(document, operationName);
  return (variables, context) => {
    const missing = defaults.filter(([name]) => variables[name] === undefined);
    const complete =
      missing.length === 0 ? variables : { ...variables, ...Object.fromEntries(missing) };
    return compiled.query(undefined, context, complete);
  };
}

/** Compiles built-in documents: each at its first run, unless `warm` has compiled it before. */
export interface LateCompiler {
  compile(document: DocumentNode, operationName: string): CompiledRun;
  /** Compiles all documents that have not run yet, one by one, and yields to other work before each. */
  warm(signal: AbortSignal): Promise<void>;
}

/** Compiling all documents together would delay the first response of a process. */
export function createLateCompiler(schema: GraphQLSchema): LateCompiler {
  const waiting = new Set<() => CompiledRun>();
  return {
    compile(document, operationName) {
      let run: CompiledRun | undefined;
      const make = () => {
        waiting.delete(make);
        run ??= compile(schema, document, operationName);
        return run;
      };
      waiting.add(make);
      return (variables, context) => make()(variables, context);
    },
    async warm(signal) {
      for (const make of waiting) {
        await setImmediate();
        if (signal.aborted) return;
        make();
      }
    },
  };
}

/**
 * Caches compiled documents by parsed document. The server caches parsed documents in a map of limited size; when it
 * drops a document, the compiled form is collected too.
 */
export function createCompiler(schema: GraphQLSchema) {
  const seen = new WeakMap<DocumentNode, Map<string, { times: number; run?: CompiledRun }>>();
  return (document: DocumentNode, operationName: string | undefined): CompiledRun | undefined => {
    const byName = seen.get(document) ?? new Map<string, { times: number; run?: CompiledRun }>();
    seen.set(document, byName);
    const name = operationName ?? '';
    const entry = byName.get(name) ?? { times: 0 };
    byName.set(name, entry);
    entry.times += 1;
    if (entry.run === undefined && entry.times >= SEEN_TIMES)
      entry.run = compile(schema, document, operationName);
    return entry.run;
  };
}
