import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Deps, Tenant } from '../deps.js';
import type { KeyScope } from '../domain/accounts/key-scope.js';
import type { LayerState } from '../domain/limits/sliding-window.js';
import { AppError } from '../errors.js';
import type { Follow } from '../follow/follow.js';
import type { Caller } from './caller.js';
import { createLoaders, type Loaders } from './loaders.js';
import {
  type Allowance,
  type Consumption,
  createRateLimiter,
  type RateLimiter,
} from './rate-limiter.js';

export type { KeyScope };

/** What a resolver knows of the request, the same for all three transports. */
export interface Context {
  deps: Deps;
  follow: Follow;
  /** Null without a credential; most fields then refuse. */
  caller: Caller | null;
  /** Where the request comes from, as far as the proxies in front are trusted. */
  address: string;
  /** The documented path that was asked, as `GET /api/v1/brands`; null over GraphQL. */
  endpoint: string | null;
  requestId: string;
  idempotencyKey: string | null;
  rateLimiter: RateLimiter;
  /** The tightest layer of all that the request drew on: what its answer tells of limits. */
  tightest: LayerState | null;
  /** The longest wait in seconds that a refused root field was advised; null without such advice. */
  backoffSec: number | null;
  /** What was drawn once for the whole operation. */
  consumedOnce: Map<Allowance, Consumption | null | Promise<Consumption | null>>;
  /** Fires when nobody waits for the answer any more, or the process stops and wants to answer what it has accepted. */
  drainSignal: AbortSignal;
  /** Whether the caller closed the connection before there was an answer. */
  hasLeft(): boolean;
  /** Made on first use, for the caller's own data; one set per operation. */
  loaders(): Loaders;
  /** Forgets what was read: each event of a subscription is an operation of its own. */
  forget(): void;
}

export interface RequestFacts {
  caller: Caller | null;
  address: string;
  endpoint?: string;
  requestId: string;
  headers: IncomingHttpHeaders;
  /** What the answer goes out by; none over a socket, on which nothing is asked that engines answer. */
  response?: Pick<ServerResponse, 'destroyed' | 'writableFinished' | 'once'>;
}

export type CreateContext = (facts: RequestFacts) => Context;

/** Fires with `stopping`, or as soon as the response is closed, sent or not: it holds nothing after that. */
function createDrainSignal(stopping: AbortSignal, response: RequestFacts['response']): AbortSignal {
  if (response === undefined || stopping.aborted) return stopping;
  const early = new AbortController();
  const end = () => {
    stopping.removeEventListener('abort', end);
    early.abort();
  };
  if (response.destroyed) early.abort();
  else {
    stopping.addEventListener('abort', end);
    response.once('close', end);
  }
  return early.signal;
}

export function createContextFactory(
  deps: Deps,
  follow: Follow,
  stopping: AbortSignal,
  rateLimiter: RateLimiter = createRateLimiter(deps),
): CreateContext {
  return ({ caller, address, endpoint = null, requestId, headers, response }) => {
    let loaders: Loaders | undefined;
    let drainSignal: AbortSignal | undefined;
    const key = headers['idempotency-key'];
    const context: Context = {
      deps,
      follow,
      caller,
      address,
      endpoint,
      requestId,
      idempotencyKey: typeof key === 'string' ? key : null,
      rateLimiter,
      tightest: null,
      backoffSec: null,
      consumedOnce: new Map(),
      get drainSignal() {
        drainSignal ??= createDrainSignal(stopping, response);
        return drainSignal;
      },
      hasLeft: () => response?.destroyed === true && !response.writableFinished,
      loaders() {
        loaders ??= createLoaders(deps, tenantOf(context));
        return loaders;
      },
      forget() {
        loaders = undefined;
        context.consumedOnce.clear();
      },
    };
    return context;
  };
}

export function requireCaller(context: Pick<Context, 'caller'>): Caller {
  if (context.caller === null)
    throw new AppError('UNAUTHENTICATED', 'send an API key as a bearer token, or sign in');
  return context.caller;
}

/** Whose data the caller sees, and nothing else of them: it goes into rows as it is. */
export function tenantOf(context: Pick<Context, 'caller'>): Tenant {
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

/**
 * Headers of a response that drew on an allowance: the layer with the fewest places left, and the longer wait
 * that a repeatedly refused caller is advised (docs/contract.md, `D2-LIMIT-COUNT` and `D2-LIMIT-STEP-UP`).
 */
export function rateLimitHeaders({
  tightest,
  backoffSec,
}: Partial<Pick<Context, 'tightest' | 'backoffSec'>>): Record<string, string> {
  if (tightest == null) return {};
  return {
    'X-RateLimit-Limit': String(tightest.limit),
    'X-RateLimit-Remaining': String(tightest.remaining),
    'X-RateLimit-Reset': String(Math.ceil(tightest.freesAtMs / 1_000)),
    ...(backoffSec != null && { 'X-RateLimit-Backoff': String(backoffSec) }),
  };
}
