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

/** A document is compiled at this use; one-off documents are not worth compiling. */
const SEEN_TIMES = 3;

/**
 * Default values of variables. The compiler rejects a missing non-null variable even if it has a default,
 * so all defaults are passed explicitly.
 */
function readDefaults(document: DocumentNode, operationName?: string): [string, unknown][] {
  const { variableDefinitions = [] } = getOperationAST(document, operationName) ?? {};
  return variableDefinitions.flatMap(({ variable, defaultValue }) =>
    defaultValue === undefined ? [] : [[variable.name.value, valueFromASTUntyped(defaultValue)]],
  );
}

/** Compiles a validated document; falls back to `execute` for documents the compiler does not support. */
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

/** Compiles the product's own documents, each at its first run or in `warm`. */
export interface LateCompiler {
  compile(document: DocumentNode, operationName: string): CompiledRun;
  /** Compiles all documents that have not run yet, one at a time, yielding to the event loop in between. */
  warm(signal: AbortSignal): Promise<void>;
}

/** Compiling all documents at start-up would delay the first response of a process. */
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
 * Compiles documents that are used repeatedly. Keyed weakly by the parsed document, which the server keeps
 * in a bounded cache: an evicted document is forgotten here too.
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
