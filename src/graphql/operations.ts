import { type DocumentNode, type ExecutionResult, getOperationAST } from 'graphql';
import { toPublicError } from '../errors.js';
import type { OperationObserver } from '../metrics/operation-metrics.js';
import { codeOf, currentRequestContext } from '../observability/request-context.js';
import type { Context } from '../request/context.js';
import type { CompiledRun } from './compile.js';

/** An operation in progress. */
export interface Operation {
  /** `outcome` is `ok` or the code of the first error. */
  end(outcome: string): void;
}

/**
 * Begins the span of an operation. A request has one operation, so all work until its end belongs to
 * that span.
 */
export function beginOperation(
  what: { type: string; name: string | null; isKnown: boolean },
  tell: OperationObserver,
): Operation {
  const { type, name } = what;
  const requestContext = currentRequestContext();
  const outer = requestContext?.span ?? null;
  const span = outer?.child({
    name: name === null ? type : `${type} ${name}`,
    kind: 'internal',
    attributes: {
      'graphql.operation.type': type,
      ...(name !== null && { 'graphql.operation.name': name }),
    },
  });
  if (requestContext !== undefined && span !== undefined) requestContext.span = span;
  const startedMs = performance.now();
  return {
    end(outcome) {
      if (requestContext !== undefined) requestContext.span = outer;
      span?.end(outcome === 'ok' ? undefined : outcome);
      tell({ ...what, outcome, seconds: (performance.now() - startedMs) / 1_000 });
    },
  };
}

const outcomeOf = ({ errors }: ExecutionResult): string => {
  const [error] = errors ?? [];
  return error === undefined ? 'ok' : toPublicError(error.originalError ?? error).code;
};

/** Wraps one of the product's own documents so that each run is traced and reported. */
export function observeRun(
  run: CompiledRun,
  document: DocumentNode,
  tell: OperationObserver,
): CompiledRun {
  const operation = getOperationAST(document);
  const type = operation?.operation ?? 'query';
  const name = operation?.name?.value ?? null;
  return async (variables, context: Context) => {
    const begun = beginOperation({ type, name, isKnown: true }, tell);
    try {
      const result = await run(variables, context);
      begun.end(outcomeOf(result));
      return result;
    } catch (error) {
      begun.end(codeOf(error));
      throw error;
    }
  };
}
