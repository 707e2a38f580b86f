import { LRUCache } from 'lru-cache';
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

/** Who consumes: a known caller, or else an address. */
export interface Asker {
  caller: Caller | null;
  address: string;
  /** What is asked for: refusals in a row are counted for each endpoint and caller. */
  endpoint: string | null;
}

export interface ConsumeOptions {
  /** Makes engines work, and so is never let through uncounted. */
  spends?: boolean;
}

/** The answer to one call, with how the tightest layer of the allowance stands. */
export interface Consumption {
  admitted: boolean;
  state: LayerState;
  /** Seconds until a place is free, for who was refused; else 0. */
  waitSec: number;
  /** The longer wait in seconds that is advised after refusals in a row; null without such advice. */
  backoffSec: number | null;
  refund(): Promise<void>;
}

/** One call under way. */
interface Attempt {
  allowance: Allowance;
  spends: boolean;
  /** Whose refusals in a row these are, and where. */
  idOf(): string;
}

export interface RateLimiter {
  /** One place for one call; null where this caller has no limit. At once, if no trip is needed. */
  consume(
    asker: Asker,
    allowance: Allowance,
    options?: ConsumeOptions,
  ): Consumption | null | Promise<Consumption | null>;
  /** How the caller's account stands in each window of `v1`, shortest first; takes no place. */
  look(caller: Caller): Promise<LayerState[]>;
}

const KNOWN_MS = 10_000;
const MOST_KNOWN = 10_000;

export function createRateLimiter(deps: Deps): RateLimiter {
  /** Refusals in a row, by caller, allowance and endpoint. */
  const refusals = new LRUCache<string, number>({ max: MOST_KNOWN });
  const v1Layers = new LRUCache<string, { layers: readonly Layer[]; untilMs: number }>({
    max: MOST_KNOWN,
  });

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
    refusals.set(id, before + 1);
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

  /** The address is nowhere kept: only a digest, another one each day. */
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
    v1Layers.set(caller.accountId, { layers, untilMs: deps.now().getTime() + KNOWN_MS });
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
