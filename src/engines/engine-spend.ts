import { coalesce } from '../async/coalesce.js';
import { type Db, type Statement, SYSTEM } from '../database/db.js';
import {
  MICRO,
  type SpendLimits,
  type SpendState,
  type SpentRow,
  toMicros,
  toSpendState,
} from '../domain/limits/engine-spend.js';
import { DAY_MS, dayOf } from '../domain/time/utc-day.js';
import type { Log } from '../observability/log.js';
import { EngineError } from './engine.js';
import type { Reservation, Spending } from './spending.js';

/**
 * Counts live engine calls against the ceilings of the whole server. Calls that come together are reserved
 * with one statement, which also tells what ended calls cost; a process that is killed leaves its calls
 * counted with the most that they may cost.
 */
export interface EngineSpend extends Spending {
  read(): Promise<SpendState>;
  dispose(): Promise<void>;
}

interface Asked {
  platform: string;
  micros: number;
  answer: PromiseWithResolvers<Reservation>;
}
/** What the database does not know yet of one day. */
interface News {
  returned: number;
  settled: number;
}
interface Granted {
  granted: boolean[];
  calls: number;
  micros: number;
  warns: boolean;
}
/** What ended calls cost is told with the next call, or after this long. */
const FLUSH_MS = 1_000;
const SPEND: Statement = {
  name: 'spend-engine-calls',
  text: `select granted, now_calls as calls, now_micros::float8 as micros, warns
    from auth.spend_engine_calls(:day::date, :micros::bigint[], :returned, :settled, :mostCalls, :mostMicros)`,
};
const READ: Statement = {
  name: 'engine-spend',
  text: 'select calls, micros::float8 as micros, refused::float8 as refused from auth.engine_spend where day = :day',
};

export function createEngineSpend(options: {
  db: Db;
  log: Log;
  now: () => Date;
  limits: SpendLimits;
}): EngineSpend {
  const { db, log, now, limits } = options;
  const mostMicros = toMicros(limits.usd);
  const waiting: Asked[] = [];
  const newsByDay = new Map<string, News>();
  /** The most that calls of this process may cost that are under way. */
  let underWayMicros = 0;
  let timer: NodeJS.Timeout | undefined;
  let toldDay = '';

  function note(day: string, { returned, settled }: News): void {
    const news = newsByDay.get(day) ?? { returned: 0, settled: 0 };
    newsByDay.set(day, { returned: news.returned + returned, settled: news.settled + settled });
    timer ??= setTimeout(work, FLUSH_MS).unref();
  }

  function toReservation(day: string, micros: number): Reservation {
    let isOpen = true;
    underWayMicros += micros;
    const end = (returned: number, costMicros: number): void => {
      if (!isOpen) return;
      isOpen = false;
      underWayMicros -= micros;
      if (returned > 0 || costMicros !== micros)
        note(day, { returned, settled: costMicros - micros });
    };
    return {
      settle: (costUsd) => end(0, costUsd === null ? micros : toMicros(costUsd)),
      cancel: () => end(1, 0),
    };
  }

  function toRefusal({ platform, micros }: Asked, row: Granted, day: string): EngineError {
    const left = mostMicros - row.micros + underWayMicros;
    if (row.calls < limits.calls && micros <= left) {
      const words = 'the calls under way may cost what is left of the day’s budget';
      return new EngineError('BUSY', `${platform}: ${words}`);
    }
    const endMs = Date.parse(day) + DAY_MS;
    const until = new Date(endMs).toISOString().slice(0, 16);
    if (toldDay !== day) {
      toldDay = day;
      log.error(
        { calls: row.calls, usd: row.micros / MICRO, limits },
        'the engine budget of the day is used up; live engine calls are refused',
      );
    }
    const words = `not asked: this server’s engine budget of the day is used up until ${until}Z`;
    return new EngineError('SPENT', `${platform}: ${words}`, {
      retryAfterMs: Math.max(0, endMs - now().getTime()),
    });
  }

  async function send(day: string, asked: readonly Asked[]): Promise<Granted> {
    const news = newsByDay.get(day) ?? { returned: 0, settled: 0 };
    newsByDay.delete(day);
    try {
      const [row] = await db.command<Granted>(SYSTEM, SPEND, {
        ...{ day, micros: asked.map(({ micros }) => micros) },
        ...news,
        ...{ mostCalls: limits.calls, mostMicros },
      });
      if (row === undefined) throw new Error('the database counted nothing');
      return row;
    } catch (error) {
      note(day, news);
      throw error;
    }
  }

  async function reserveAll(day: string, asked: readonly Asked[]): Promise<void> {
    try {
      const row = await send(day, asked);
      const isGranted = (_: Asked, at: number) => row.granted[at] === true;
      // All that is granted is under way before anything is refused.
      const granted = new Map(
        asked.filter(isGranted).map((one) => [one, toReservation(day, one.micros)]),
      );
      for (const one of asked) {
        const reservation = granted.get(one);
        if (reservation !== undefined) one.answer.resolve(reservation);
        else one.answer.reject(toRefusal(one, row, day));
      }
      if (row.warns)
        log.warn(
          { calls: row.calls, usd: row.micros / MICRO, limits },
          'four fifths of the engine budget of the day are used',
        );
    } catch (error) {
      log.warn({ err: error }, 'engine calls could not be counted, and were not made');
      for (const { platform, answer } of asked)
        answer.reject(new EngineError('BUSY', `${platform}: the call could not be counted`));
    }
  }

  async function workOff(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const day = dayOf(now());
    const asked = waiting.splice(0);
    if (asked.length > 0) await reserveAll(day, asked);
    for (const known of [...newsByDay.keys()].filter((each) => asked.length === 0 || each !== day))
      await send(known, []).catch((error) =>
        log.warn({ err: error }, 'what engine calls cost was not stored; it is kept'),
      );
  }
  const work = coalesce(workOff);

  return {
    reserve(platform, mostUsd) {
      const answer = Promise.withResolvers<Reservation>();
      // Those that come while others are counted wait and go together.
      if (waiting.push({ platform, micros: toMicros(mostUsd), answer }) === 1) void work();
      return answer.promise;
    },
    async read() {
      const at = now();
      const [row] = await db.query<SpentRow>(SYSTEM, READ, { day: dayOf(at) });
      return toSpendState(row, limits, at);
    },
    async dispose() {
      await work();
      clearTimeout(timer);
    },
  };
}
