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

/** Context of a request for resolvers, the same for all three transports. */
export interface Context {
  deps: Deps;
  follow: Follow;
  /** Null without a credential; most fields then return UNAUTHENTICATED. */
  caller: Caller | null;
  /** IP address of the client, as reported by the trusted proxies. */
  address: string;
  /** Documented REST path, such as `GET /api/v1/brands`; null over GraphQL. */
  endpoint: string | null;
  requestId: string;
  idempotencyKey: string | null;
  rateLimiter: RateLimiter;
  /** Tightest layer of all allowances that the request used; source of the rate limit headers. */
  tightest: LayerState | null;
  /** Longest backoff in seconds advised to a rejected root field; null without such advice. */
  backoffSec: number | null;
  /** Allowances that are counted once for the whole operation. */
  consumedOnce: Map<Allowance, Consumption | null | Promise<Consumption | null>>;
  /** Fires when the response is closed, or when the process is stopping and must finish accepted requests soon. */
  drainSignal: AbortSignal;
  /** Whether the caller closed the connection before the response was complete. */
  hasLeft(): boolean;
  /** Loaders for the caller's tenant, created on first use; one set per operation. */
  loaders(): Loaders;
  /** Discards the loaders and counted allowances: each event of a subscription is a separate operation. */
  forget(): void;
}

export interface RequestFacts {
  caller: Caller | null;
  address: string;
  endpoint?: string;
  requestId: string;
  headers: IncomingHttpHeaders;
  /** HTTP response; undefined over WebSocket, where no operation calls engines. */
  response?: Pick<ServerResponse, 'destroyed' | 'writableFinished' | 'once'>;
}

export type CreateContext = (facts: RequestFacts) => Context;

/** Fires with `stopping`, or as soon as the response is closed, sent or not; then removes its listener. */
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

/** The caller's tenant, without other properties, so that it can be spread into rows. */
export function tenantOf(context: Pick<Context, 'caller'>): Tenant {
  const { accountId, environment } = requireCaller(context);
  return { accountId, environment };
}

/** Returns the caller; throws FORBIDDEN if the caller lacks the scope. */
export function requireScope(context: Pick<Context, 'caller'>, scope: KeyScope): Caller {
  const caller = requireCaller(context);
  if (caller.scopes.includes(scope)) return caller;
  const lacking =
    caller.via === 'key'
      ? `this key lacks the scope ${scope}`
      : `your role, ${caller.role}, does not allow this`;
  throw new AppError('FORBIDDEN', lacking, { details: { needed: scope } });
}

/**
 * Rate limit headers (documents 1 and 2, Limits): the state of the tightest layer, and the longer backoff after
 * repeated rejections. Empty if the request used no allowance.
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
