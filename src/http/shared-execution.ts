import { setImmediate as pause } from 'node:timers/promises';
import {
  createSourceEventStream,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
} from 'graphql';
import type { Inbox } from '../follow/inbox.js';
import { currentRequestContext, runInContext } from '../observability/request-context.js';
import type { Context } from '../request/context.js';

/** A result is shared this long; after that its data counts as stale and is read again. */
const SHARED_MS = 1_000;
/** After this long, work for subscribers yields to the event loop. */
const TURN_MS = 50;

export interface SharedResult {
  result: ExecutionResult;
  /** The result as JSON, serialized once. Null when there are errors: they carry the request id of each subscriber. */
  text: string | null;
}

interface Made {
  atMs: number;
  /** Null until the execution is complete. */
  answer: SharedResult | null;
  failure: unknown;
  /** Called when the execution has completed or failed. */
  waiting: (() => void)[];
}

/**
 * A subscription that pushes its results to a callback, because an async iterator would cost several promises per
 * message and subscriber. As an iterator it yields nothing and only reports its end.
 */
export interface Telling extends AsyncIterableIterator<never> {
  /** Sets the callback for results. The subscription starts with the first call of `next`. */
  tellTo(tell: (answer: SharedResult) => void): void;
}

export const isTelling = (value: object): value is Telling => 'tellTo' in value;

/** Everything that a result depends on besides the event and the document: operation, variables, caller and rights. */
function keyOf({ operationName, variableValues, contextValue }: ExecutionArgs): string {
  const { caller } = contextValue as Context;
  const { accountId, environment, userId, role, scopes } = caller ?? {};
  const rights = [accountId, environment, userId, role, scopes];
  return JSON.stringify([operationName ?? null, variableValues ?? null, rights]);
}

const toAnswer = (result: ExecutionResult): SharedResult => ({
  result,
  text: result.errors === undefined ? JSON.stringify(result) : null,
});

/** Returns a promise of the next turn of the event loop once this turn has taken TURN_MS; null before. */
function createBreather(nowMs: () => number): () => Promise<void> | null {
  let beganMs: number | null = null;
  return () => {
    if (beganMs === null) {
      beganMs = nowMs();
      setImmediate(() => {
        beganMs = null;
      });
    }
    return nowMs() - beganMs < TURN_MS ? null : pause();
  };
}

async function make(made: Made, work: () => Promise<ExecutionResult>) {
  try {
    made.answer = toAnswer(await work());
  } catch (error) {
    made.failure = error;
  }
  for (const call of made.waiting.splice(0)) call();
}

function createTelling(inbox: Inbox<object>, toMade: (event: object) => Made): Telling {
  let tell: (answer: SharedResult) => void = () => {};
  /** The result to deliver next; results keep the order of the events. */
  let next: Made | null = null;
  let waits = false;
  let hasLeft = false;
  const end = Promise.withResolvers<IteratorResult<never>>();

  function leave(): void {
    if (hasLeft) return;
    hasLeft = true;
    next = null;
    void inbox.return();
    end.resolve({ done: true, value: undefined });
  }
  function fail(error: unknown): void {
    end.reject(error);
    leave();
  }
  function goOn(): void {
    waits = false;
    advance();
  }
  function advance(): void {
    while (!waits && !hasLeft) {
      if (next === null) {
        const event = inbox.take();
        if (event === null) {
          if (inbox.isClosed()) leave();
          return;
        }
        next = toMade(event);
      }
      const { answer, failure, waiting } = next;
      if (failure !== undefined) {
        fail(failure);
      } else if (answer === null) {
        waits = true;
        waiting.push(goOn);
      } else {
        next = null;
        try {
          tell(answer);
        } catch (error) {
          // Ends this subscription only.
          fail(error);
        }
      }
    }
  }

  const telling: Telling = {
    tellTo(given) {
      tell = given;
    },
    next() {
      inbox.onNews(advance);
      advance();
      return end.promise;
    },
    async return() {
      leave();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => telling,
  };
  return telling;
}

/**
 * A `subscribe` that executes each event once for all subscribers with the same document, variables and rights.
 * Events are compared by identity: publishers must pass the same object to all subscribers. Every subscription of
 * the schema must read an inbox.
 */
export function createSharedSubscribe(nowMs: () => number) {
  const all = new WeakMap<object, WeakMap<DocumentNode, Map<string, Made>>>();

  const breathe = createBreather(nowMs);

  function find(args: ExecutionArgs, event: object): Map<string, Made> {
    const byDocument = all.get(event) ?? new WeakMap<DocumentNode, Map<string, Made>>();
    all.set(event, byDocument);
    const byKey = byDocument.get(args.document) ?? new Map<string, Made>();
    byDocument.set(args.document, byKey);
    return byKey;
  }

  return async (args: ExecutionArgs): Promise<Telling | ExecutionResult> => {
    const events = await createSourceEventStream(args);
    if (!(Symbol.asyncIterator in events)) return events;
    const key = keyOf(args);
    const requestContext = currentRequestContext();
    return createTelling(events as Inbox<object>, (event) => {
      const byKey = find(args, event);
      const earlier = byKey.get(key);
      if (earlier !== undefined && nowMs() - earlier.atMs < SHARED_MS) return earlier;
      const made: Made = { atMs: nowMs(), answer: null, failure: undefined, waiting: [] };
      byKey.set(key, made);
      const work = async () => {
        await breathe();
        return execute({ ...args, rootValue: event });
      };
      void make(
        made,
        requestContext === undefined ? work : () => runInContext(requestContext, work),
      );
      return made;
    });
  };
}
