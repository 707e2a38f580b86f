import {
  createSourceEventStream,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
} from 'graphql';
import type { Context } from '../context.js';

/** An answer holds what was read for it, so whoever comes later than this gets a new one. */
const SHARED_MS = 1_000;

interface Made {
  result: Promise<ExecutionResult>;
  atMs: number;
}

/** What an answer depends on beside the event and the document: who asks, for what, with which rights. */
function keyOf({ operationName, variableValues, contextValue }: ExecutionArgs): string {
  const { caller } = contextValue as Context;
  const { accountId, environment, userId, role, scopes } = caller ?? {};
  const rights = [accountId, environment, userId, role, scopes];
  return JSON.stringify([operationName ?? null, variableValues ?? null, rights]);
}

/**
 * A `subscribe` that answers an event once for all who ask the same with the same rights, however
 * many they are. Events are told apart by identity: whoever publishes hands all the same object.
 */
export function createSharedSubscribe(nowMs: () => number) {
  const made = new WeakMap<object, WeakMap<DocumentNode, Map<string, Made>>>();

  function answer(args: ExecutionArgs, key: string, event: object): Promise<ExecutionResult> {
    const byDocument = made.get(event) ?? new WeakMap<DocumentNode, Map<string, Made>>();
    made.set(event, byDocument);
    const byKey = byDocument.get(args.document) ?? new Map<string, Made>();
    byDocument.set(args.document, byKey);
    const earlier = byKey.get(key);
    if (earlier !== undefined && nowMs() - earlier.atMs < SHARED_MS) return earlier.result;
    const result = Promise.resolve(execute({ ...args, rootValue: event }));
    byKey.set(key, { result, atMs: nowMs() });
    return result;
  }

  return async (
    args: ExecutionArgs,
  ): Promise<AsyncIterableIterator<ExecutionResult> | ExecutionResult> => {
    const events = await createSourceEventStream(args);
    if (!(Symbol.asyncIterator in events)) return events;
    const key = keyOf(args);
    const source = events[Symbol.asyncIterator]();
    const toAnswer = async ({
      done,
      value,
    }: IteratorResult<unknown>): Promise<IteratorResult<ExecutionResult>> =>
      done
        ? { done, value: undefined }
        : { done: false, value: await answer(args, key, value as object) };
    // No generator: its end would wait for the next event, which may never come.
    const answers: AsyncIterableIterator<ExecutionResult> = {
      next: async () => toAnswer(await source.next()),
      return: async () => {
        await source.return?.();
        return { done: true, value: undefined };
      },
      throw: async (error) => {
        await source.throw?.(error);
        throw error;
      },
      [Symbol.asyncIterator]() {
        return answers;
      },
    };
    return answers;
  };
}
