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

/** A document asked for this often is worth compiling; a one-off is not. */
const SEEN_TIMES = 3;

/**
 * What variables are when they are not sent. The compiler asks for a non-null one even if it has a
 * default, so it is given them all.
 */
function readDefaults(document: DocumentNode, operationName?: string): [string, unknown][] {
  const { variableDefinitions = [] } = getOperationAST(document, operationName) ?? {};
  return variableDefinitions.flatMap(({ variable, defaultValue }) =>
    defaultValue === undefined ? [] : [[variable.name.value, valueFromASTUntyped(defaultValue)]],
  );
}

/** Compiles a document that was validated; what the compiler cannot do is executed as usual. */
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

/** Compiles documents of our own: each at its first run, unless there was time before. */
export interface LateCompiler {
  compile(document: DocumentNode, operationName: string): CompiledRun;
  /** Compiles what has not run yet, one after the other, and lets others go first each time. */
  warm(signal: AbortSignal): Promise<void>;
}

/** All of them at once would hold back the first answer of a process. */
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
 * The compiled form of documents that come again. They hang on the parsed document, which the
 * server keeps in a cache of limited size: what falls out of that is forgotten here too.
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
