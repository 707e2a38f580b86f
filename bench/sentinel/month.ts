import { discoveries } from '../../src/domain/discovery.js';
import { type FallCell, findFalls, firingFall } from '../../src/domain/fall.js';
import type { Negatives } from '../../src/domain/surge.js';
import { judgeSurge } from '../../src/domain/surge-window.js';
import { nextStep } from '../../src/domain/suspicion.js';
import type { Random } from '../../src/engines/seeded-random.js';

/** What is true of a brand on a day: how often an answer names it, and how often a mention is negative. */
export interface Truth {
  mention: number;
  negative: number;
}

export type Kind = 'ranking_collapse' | 'negative_surge';

const PLATFORMS = ['a', 'b', 'c', 'd', 'e', 'f'];
const PROMPTS = Array.from({ length: 12 }, (_, prompt) => `p${prompt}`);
/** Of mentions, among the first three names. */
const TOP3 = 0.8;
const WEEK_DAYS = 7;
const GUARD_DAYS = 2;
const BASE_DAYS = 28;
/** Some minutes. */
const CONFIRMED_AFTER_DAYS = 0.005;

interface Run extends Negatives {
  day: number;
  mentioned: Uint8Array;
  top3: Uint8Array;
}

/** A brand that is asked 72 questions a run, and what the sentinel makes of it; nothing else is simulated. */
export interface Month {
  /** Asks without a look, as if the sentinel had not been there yet. */
  ask(day: number, truth: Truth): void;
  /** Asks and looks, with a confirming run if one is wanted; answers with the incidents that this opened. */
  look(day: number, truth: Truth): Kind[];
}

export function createMonth(random: Random): Month {
  const runs: Run[] = [];
  const suspected = new Set<Kind>();
  const open = new Map<Kind, { calmWindows: number }>();

  function ask(day: number, { mention, negative }: Truth): Run {
    const size = PLATFORMS.length * PROMPTS.length;
    const run: Run = {
      day,
      mentioned: new Uint8Array(size),
      top3: new Uint8Array(size),
      negative: 0,
      mentions: 0,
    };
    for (let at = 0; at < size; at += 1) {
      if (!random.chance(mention)) continue;
      run.mentioned[at] = 1;
      run.top3[at] = Number(random.chance(TOP3));
      run.mentions += 1;
      run.negative += Number(random.chance(negative));
    }
    runs.push(run);
    return run;
  }

  /** As the statement counts them: from `from` on, against the 28 days before the two that precede it. */
  function cellsFrom(from: number): FallCell[] {
    const now = runs.filter(({ day }) => day >= from);
    const baseTo = from - GUARD_DAYS;
    const base = runs.filter(({ day }) => day < baseTo && day >= baseTo - BASE_DAYS);
    if (base.length === 0) return [];
    const sum = (of: readonly Run[], what: 'mentioned' | 'top3', at: number) => {
      let total = 0;
      for (const run of of) total += run[what][at] ?? 0;
      return total;
    };
    return PLATFORMS.flatMap((platform, row) =>
      PROMPTS.map((promptId, column) => {
        const at = row * PROMPTS.length + column;
        return {
          platform,
          promptId,
          baseAnswers: base.length,
          baseMentions: sum(base, 'mentioned', at),
          baseTop3: sum(base, 'top3', at),
          answers: now.length,
          mentions: sum(now, 'mentioned', at),
          top3: sum(now, 'top3', at),
        };
      }),
    );
  }

  function see(run: Run): Kind[] {
    const falls = findFalls(cellsFrom(run.day), cellsFrom(run.day - WEEK_DAYS + 1e-6));
    const fall = firingFall(falls);
    const days = runs.map(({ day, negative, mentions }) => ({
      age: Math.floor(run.day - day),
      negative,
      mentions,
    }));
    const surge = judgeSurge(run, days);
    const tests = [
      ...[falls.whole, ...falls.platforms].flatMap((one) => one?.p ?? []),
      ...(surge === null ? [] : [surge.testP]),
    ];
    const found = discoveries(tests);
    const isDiscovery = (p: number) => tests.some((test, at) => test === p && found[at]);
    const sightings = [
      { kind: 'ranking_collapse' as const, fires: fall !== null, p: fall?.p ?? 1, calm: true },
      {
        kind: 'negative_surge' as const,
        fires: surge?.fires ?? false,
        p: surge?.testP ?? 1,
        calm: surge !== null && surge.p > 0.05,
      },
    ];
    const opened: Kind[] = [];
    for (const { kind, fires, p, calm } of sightings) {
      const look = fires ? 'crosses' : calm ? 'calm' : 'neither';
      const state = { open: open.get(kind) ?? null, suspected: suspected.has(kind) };
      const step = nextStep(look, state);
      if (step === 'suspect') suspected.add(kind);
      if (step === 'clear') suspected.delete(kind);
      if (step === 'open' && isDiscovery(p)) {
        suspected.delete(kind);
        open.set(kind, { calmWindows: 0 });
        opened.push(kind);
      }
      if (step === 'count_calm')
        open.set(kind, { calmWindows: (state.open?.calmWindows ?? 0) + 1 });
      if (step === 'unsettle' || step === 'strengthen') open.set(kind, { calmWindows: 0 });
      if (step === 'resolve') open.delete(kind);
    }
    return opened;
  }

  return {
    ask,
    look(day, truth) {
      const opened = see(ask(day, truth));
      if (suspected.size === 0) return opened;
      return [...opened, ...see(ask(day + CONFIRMED_AFTER_DAYS, truth))];
    },
  };
}
