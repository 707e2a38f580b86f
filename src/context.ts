import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from './caller.js';
import type { Deps, Scope } from './deps.js';
import { AppError } from './errors.js';
import type { Follow } from './follow/follow.js';
import { createLoaders, type Loaders } from './loaders.js';
import type { KeyScope } from './services/api-key.js';

/** What a resolver knows of the request, the same for all three transports. */
export interface Context {
  deps: Deps;
  follow: Follow;
  /** Null without a credential; most fields then refuse. */
  caller: Caller | null;
  requestId: string;
  idempotencyKey: string | null;
  /** Made on first use, for the caller's own data; one set per operation. */
  loaders(): Loaders;
  /** Forgets what was read: each event of a subscription is an operation of its own. */
  forget(): void;
}

export interface RequestFacts {
  caller: Caller | null;
  requestId: string;
  headers: IncomingHttpHeaders;
}

export type CreateContext = (facts: RequestFacts) => Context;

export const createContextFactory =
  (deps: Deps, follow: Follow): CreateContext =>
  ({ caller, requestId, headers }) => {
    let loaders: Loaders | undefined;
    const key = headers['idempotency-key'];
    const context: Context = {
      deps,
      follow,
      caller,
      requestId,
      idempotencyKey: typeof key === 'string' ? key : null,
      loaders() {
        loaders ??= createLoaders(deps, scopeOf(context));
        return loaders;
      },
      forget() {
        loaders = undefined;
      },
    };
    return context;
  };

export function requireCaller(context: Pick<Context, 'caller'>): Caller {
  if (context.caller === null)
    throw new AppError('UNAUTHENTICATED', 'send an API key as a bearer token, or sign in');
  return context.caller;
}

/** Whose data the caller sees, and nothing else of them: it goes into rows as it is. */
export function scopeOf(context: Pick<Context, 'caller'>): Scope {
  const { accountId, environment } = requireCaller(context);
  return { accountId, environment };
}

/** The caller, if they may do this; a key lacks a scope, a person a role. */
export function requireScope(context: Pick<Context, 'caller'>, scope: KeyScope): Caller {
  const caller = requireCaller(context);
  if (caller.scopes.includes(scope)) return caller;
  const lacking =
    caller.via === 'key'
      ? `this key lacks the scope ${scope}`
      : `your role, ${caller.role}, may not do this`;
  throw new AppError('FORBIDDEN', lacking, { details: { needed: scope } });
}
