import type { Deps } from '../deps.js';
import { toNetwork } from '../domain/limits/network.js';
import {
  type Layer,
  type LayerState,
  retryAfterSec,
  toBackoff,
} from '../domain/limits/sliding-window.js';
import { DAY_MS, dayOf, endOfDayMs } from '../domain/time/utc-day.js';
import { AppError } from '../errors.js';
import { cannotCount } from '../rate-limits/fallback.js';
import type { Permit } from '../rate-limits/shared.js';
import { readAccount } from '../services/accounts/account.js';
import { type Quota, refundDaily, takeDaily } from '../services/limits/daily-quota.js';
import {
  type Allowance,
  ANONYMOUS_PER_DAY,
  accountKey,
  DAILY,
  KEY_LAYERS,
  SESSION_LAYERS,
  SPENDING,
  toV1Layers,
  windowKey,
} from './allowances.js';
import type { Caller } from './caller.js';

export type { Allowance } from './allowances.js';

/** Who is counted: the caller, or for anonymous requests the address. */
export interface Asker {
  caller: Caller | null;
  address: string;
  /** REST path or null; consecutive rejections are counted per endpoint and caller. */
  endpoint: string | null;
}

export interface ConsumeOptions {
  /** Whether the call costs engine calls; such calls are never admitted uncounted. */
  spends?: boolean;
}

/** The result for one call, with the state of the tightest layer of the allowance. */
export interface Consumption {
  admitted: boolean;
  state: LayerState;
  /** Seconds until a permit is free if the call was rejected; otherwise 0. */
  waitSec: number;
  /** Longer wait in seconds that is advised after consecutive rejections; null without such advice. */
  backoffSec: number | null;
  refund(): Promise<void>;
}

/** One call in progress. */
interface Attempt {
  allowance: Allowance;
  spends: boolean;
  /** Key for counting consecutive rejections. */
  idOf(): string;
}

export interface RateLimiter {
  /** Takes a permit for one call; null if the caller has no limit. Synchronous if the store is not needed. */
  consume(
    asker: Asker,
    allowance: Allowance,
    options?: ConsumeOptions,
  ): Consumption | null | Promise<Consumption | null>;
  /** State of each `v1` window of the caller's account, shortest first; takes no permit. */
  look(caller: Caller): Promise<LayerState[]>;
}

const KNOWN_MS = 10_000;
const MOST_KNOWN = 10_000;

/** Sets an entry; at 10,000 entries it evicts the oldest one. */
function put<Value>(map: Map<string, Value>, key: string, value: Value): void {
  const [oldest] = map.keys();
  if (map.size >= MOST_KNOWN && oldest !== undefined && !map.has(key)) map.delete(oldest);
  map.set(key, value);
}

export function createRateLimiter(deps: Deps): RateLimiter {
  /** Consecutive rejections by caller, allowance and endpoint. */
  const refusals = new Map<string, number>();
  const v1Layers = new Map<string, { layers: readonly Layer[]; untilMs: number }>();

  function toConsumption(
    idOf: () => string,
    place: { admitted: boolean; nowMs: number; state: LayerState },
    refund: () => Promise<void>,
  ): Consumption {
    const { admitted, nowMs, state } = place;
    if (admitted) {
      if (refusals.size > 0) refusals.delete(idOf());
      return { admitted, state, waitSec: 0, backoffSec: null, refund };
    }
    const id = idOf();
    const before = refusals.get(id) ?? 0;
    put(refusals, id, before + 1);
    const waitSec = retryAfterSec(state.freesAtMs, nowMs);
    return { admitted, state, waitSec, backoffSec: toBackoff(waitSec, before), refund };
  }

  function ofWindows(attempt: Attempt, holder: string, layers: readonly Layer[]) {
    const { windows } = deps;
    const { allowance, spends, idOf } = attempt;
    const key = windowKey(allowance, holder);
    const toAnswer = (permit: Permit) =>
      toConsumption(
        idOf,
        { admitted: permit.admitted, nowMs: permit.takenAtMs, state: permit },
        () => windows.refund(key, layers, permit),
      );
    const permit = windows.take(key, layers, spends);
    return permit instanceof Promise ? permit.then(toAnswer) : toAnswer(permit);
  }

  async function ofDay({ idOf }: Attempt, quota: Quota): Promise<Consumption> {
    const { limit } = quota;
    const { granted, remaining, takenAt } = await takeDaily(deps, quota).catch(cannotCount);
    const state = { limit, windowMs: DAY_MS, remaining, freesAtMs: endOfDayMs(takenAt) };
    return toConsumption(idOf, { admitted: granted, nowMs: takenAt.getTime(), state }, () =>
      refundDaily(deps, quota, takenAt),
    );
  }

  /** The address is never stored, only a digest of it that changes daily. */
  function ofStranger(attempt: Attempt, address: string): Promise<Consumption> {
    const { allowance } = attempt;
    const limit = ANONYMOUS_PER_DAY[allowance];
    if (limit === undefined)
      throw new AppError('UNAUTHENTICATED', 'send an API key as a bearer token, or sign in');
    const holder = deps.digest(`${dayOf(deps.now())} ${toNetwork(address)}`);
    return ofDay(attempt, { allowance, holder, limit });
  }

  async function readV1Layers(caller: Caller): Promise<readonly Layer[]> {
    const { limits } = await readAccount(deps, caller);
    const layers = toV1Layers(limits);
    put(v1Layers, caller.accountId, { layers, untilMs: deps.now().getTime() + KNOWN_MS });
    return layers;
  }

  function ofV1(attempt: Attempt, caller: Caller): Consumption | Promise<Consumption> {
    const known = v1Layers.get(caller.accountId);
    const ofLayers = (layers: readonly Layer[]) => ofWindows(attempt, accountKey(caller), layers);
    if (known !== undefined && known.untilMs > deps.now().getTime()) return ofLayers(known.layers);
    return readV1Layers(caller).then(ofLayers);
  }

  return {
    async look(caller) {
      const layers = await readV1Layers(caller);
      return deps.windows.peek(windowKey('v1', accountKey(caller)), layers);
    },
    consume({ caller, address, endpoint }, allowance, { spends = SPENDING.has(allowance) } = {}) {
      const idOf = () => {
        const who = caller === null ? toNetwork(address) : (caller.keyId ?? caller.userId);
        return `${who}/${allowance}/${endpoint}`;
      };
      const attempt: Attempt = { allowance, spends, idOf };
      if (caller === null) return ofStranger(attempt, address);
      if (caller.via === 'key') {
        const layers = KEY_LAYERS[allowance];
        if (layers !== undefined) return ofWindows(attempt, caller.keyId ?? '', layers);
        if (allowance === 'v1') return ofV1(attempt, caller);
      } else if (allowance === 'session') {
        return ofWindows(attempt, `${accountKey(caller)}/${caller.userId}`, SESSION_LAYERS);
      }
      const daily = DAILY[allowance];
      if (daily === undefined) return null;
      return readAccount(deps, caller)
        .catch(cannotCount)
        .then(({ limits }) =>
          ofDay(attempt, { allowance, holder: accountKey(caller), limit: limits[daily] }),
        );
    },
  };
}
