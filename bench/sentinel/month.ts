import {
  IMPERSONATION,
  type IncidentType,
  NEGATIVE_SURGE,
  PLATFORM_SHIFT,
  RANKING_COLLAPSE,
} from '../../src/domain/incidents/incident.js';
import * as rule from '../../src/domain/incidents/incident-rule.js';
import {
  confirmFall,
  type FallCell,
  findFalls,
  firingFall,
} from '../../src/domain/sentinel/fall.js';
import { findShift } from '../../src/domain/sentinel/shift.js';
import * as surge from '../../src/domain/sentinel/surge-window.js';
import { type DetectionOutcome, nextStep } from '../../src/domain/sentinel/suspicion.js';
import { discoveries } from '../../src/domain/statistics/discovery.js';
import type { RateOverrides } from '../../src/engines/sandbox/model.js';
import { createSandboxBrand, type Design, type Drawn } from './sandbox-brand.js';

/** Overrides of the sandbox's true rates, by platform. */
export type Injected = (platform: string) => RateOverrides;

export interface Opened {
  type: IncidentType;
  /** Index of the brand in the account. */
  brand: number;
}

/** Time until a confirming run, some minutes. */
const CONFIRMED_AFTER_DAYS = 0.005;
/** Makes a window begin just after the time at which the previous one ends. */
const MOMENT = 1e-6;
const SUSPECTED_DAYS = 7;
const START_MS = Date.UTC(2026, 0, 1);
const DAY_MS = 86_400_000;

interface Run extends Drawn {
  day: number;
}
interface Suspicion {
  brand: number;
  since: number;
}
interface Test {
  subject: string;
  p: number;
}
/** Outcome of a pass for one type, and its outcome on the data since a suspicion arose. */
interface Seen {
  type: IncidentType;
  look: DetectionOutcome;
  subject: string;
  again(since: number): DetectionOutcome;
}

/** Answers of a brand by day. Running sums give the counts of windows. */
function createAnswers({ platforms, prompts }: Design) {
  const size = platforms.length * prompts;
  const runs: Run[] = [];
  const sums: { mentions: Uint32Array; top3: Uint32Array }[] = [
    { mentions: new Uint32Array(size), top3: new Uint32Array(size) },
  ];
  /** Number of runs before the day. */
  const before = (day: number): number => {
    let count = runs.length;
    while (count > 0 && (runs[count - 1]?.day ?? 0) >= day) count -= 1;
    return count;
  };
  return {
    runs,
    add(run: Run) {
      const last = sums.at(-1);
      const mentions = last?.mentions.slice() ?? new Uint32Array(size);
      const top3 = last?.top3.slice() ?? new Uint32Array(size);
      for (let at = 0; at < size; at += 1) {
        mentions[at] = (mentions[at] ?? 0) + (run.mentioned[at] ?? 0);
        top3[at] = (top3[at] ?? 0) + (run.top3[at] ?? 0);
      }
      runs.push(run);
      sums.push({ mentions, top3 });
    },
    /** Counts like the product's statements: answers since `from`, and the 28 days that end two days before it. */
    cellsFrom(from: number): FallCell[] {
      const now = [before(from), runs.length] as const;
      const baseTo = from - rule.GUARD_DAYS;
      const base = [before(baseTo - rule.BASE_DAYS), before(baseTo)] as const;
      if (base[0] === base[1] || now[0] === now[1]) return [];
      const count = ([from, to]: readonly [number, number], of: 'mentions' | 'top3', at: number) =>
        (sums[to]?.[of][at] ?? 0) - (sums[from]?.[of][at] ?? 0);
      return platforms.flatMap((platform, row) =>
        Array.from({ length: prompts }, (_, column) => {
          const at = row * prompts + column;
          return {
            platform,
            promptId: `p${column}`,
            baseAnswers: base[1] - base[0],
            baseMentions: count(base, 'mentions', at),
            baseTop3: count(base, 'top3', at),
            answers: now[1] - now[0],
            mentions: count(now, 'mentions', at),
            top3: count(now, 'top3', at),
          };
        }),
      );
    },
    daysAt(day: number): surge.SurgeDay[] {
      return runs
        .map((run) => ({
          negative: run.negative,
          mentions: run.mentions,
          age: Math.floor(day - run.day + MOMENT),
          day: Math.floor(run.day),
        }))
        .filter(({ age }) => age <= rule.GUARD_DAYS + rule.BASE_DAYS);
    },
    since: (day: number) => runs.slice(before(day + MOMENT)),
  };
}

export interface Account {
  /** Draws answers without a sentinel pass, to build a history. */
  ask(day: number, injected: (brand: number) => Injected): void;
  /** Draws answers of each brand and runs the sentinel, with a confirming run if needed. @returns the incidents opened */
  look(day: number, injected: (brand: number) => Injected): Opened[];
}

/** Simulates an account with `brandCount` sandbox brands and the sentinel; nothing else is simulated. */
export function createAccount(name: string, brandCount: number, design: Design): Account {
  const brands = Array.from({ length: brandCount }, (_, place) => ({
    place,
    sandbox: createSandboxBrand(`${name} ${place}`),
    answers: createAnswers(design),
    suspected: new Map<IncidentType, Suspicion>(),
    open: new Map<IncidentType, { calmWindows: number }>(),
    isTold: false,
  }));
  type Brand = (typeof brands)[number];
  /** Tests of the day, for the false discovery rate. */
  let tests = new Map<string, Test>();
  let testedDay = -1;

  function ask(brand: Brand, day: number, injected: Injected): void {
    const date = new Date(START_MS + Math.floor(day) * DAY_MS).toISOString().slice(0, 10);
    brand.answers.add({ day, ...brand.sandbox.draw(design, date, injected) });
  }

  function seeShift(
    brand: Brand,
    day: number,
    fallen: readonly string[],
  ): Seen & { on: Set<string>; likely: Set<string> } {
    const all = fallen.flatMap((platform) => {
      const on = (cells: FallCell[]) => cells.filter((cell) => cell.platform === platform);
      const shift = findShift(
        brands.map(({ place, answers }) => ({
          brandId: String(place),
          day: on(answers.cellsFrom(day - 1 + MOMENT)),
          week: on(answers.cellsFrom(day - rule.WEEK_DAYS + MOMENT)),
        })),
      );
      const subject = `${PLATFORM_SHIFT}:${platform}`;
      if (shift.lookedAt > 1) tests.set(`${brand.place}/${subject}`, { subject, p: shift.p });
      return [{ ...shift, platform, subject }];
    });
    const shifts = all.filter(({ isShift }) => isShift).sort((a, b) => a.p - b.p);
    return {
      type: PLATFORM_SHIFT,
      look: shifts.length > 0 ? 'crosses' : 'calm',
      subject: shifts[0]?.subject ?? '',
      on: new Set(shifts.map(({ platform }) => platform)),
      likely: new Set(all.flatMap(({ isLikely, platform }) => (isLikely ? platform : []))),
      again(since) {
        const fresh = brand.answers.cellsFrom(since + MOMENT);
        const looks = (shifts.length === 0 ? [null] : shifts).map((shift) =>
          confirmFall(shift && { platform: shift.platform, measure: 'visibility' }, fresh),
        );
        if (looks.includes('crosses')) return 'crosses';
        return looks.includes('unknown') ? 'unknown' : 'calm';
      },
    };
  }

  function seeAll(brand: Brand, day: number): Seen[] {
    const { answers, place } = brand;
    const ofRun = answers.cellsFrom(day);
    const ofWeek = answers.cellsFrom(day - rule.WEEK_DAYS + MOMENT);
    const falls = findFalls(ofRun, ofWeek);
    const note = (subject: string, p: number) => tests.set(`${place}/${subject}`, { subject, p });
    const subjectOf = (platform: string | null) =>
      platform === null ? RANKING_COLLAPSE : `${RANKING_COLLAPSE}:${platform}`;
    for (const fall of [falls.whole, ...falls.platforms])
      if (fall !== null) note(subjectOf(fall.platform), fall.p);
    const shift = seeShift(
      brand,
      day,
      falls.platforms.filter(({ isLess }) => isLess).map(({ platform }) => platform),
    );
    const own = (cells: FallCell[]) => cells.filter(({ platform }) => !shift.on.has(platform));
    const rest = shift.on.size === 0 ? falls : findFalls(own(ofRun), own(ofWeek));
    const fall = firingFall(rest, shift.likely);
    const unmovedFall = firingFall(rest) === null ? 'calm' : 'unknown';
    const run = answers.runs.at(-1) ?? { negative: 0, mentions: 0 };
    const judged = surge.judgeSurge(run, answers.daysAt(day));
    if (judged !== null) note(NEGATIVE_SURGE, judged.testP);
    const unmoved = judged === null ? 'unknown' : judged.p > rule.CALM_P ? 'calm' : 'neither';
    const isAlike =
      !brand.isTold && brand.sandbox.countLookAlikes(design.platforms, '2026-01-01') > 0;
    brand.isTold = true;
    return [
      shift,
      {
        type: RANKING_COLLAPSE,
        look: fall === null ? unmovedFall : 'crosses',
        subject: subjectOf(fall?.platform ?? null),
        again: (since) => confirmFall(fall, own(answers.cellsFrom(since + MOMENT))),
      },
      {
        type: NEGATIVE_SURGE,
        look: judged?.fires ? 'crosses' : unmoved,
        subject: NEGATIVE_SURGE,
        again: (since) =>
          judged === null
            ? 'unknown'
            : surge.confirmSurge(
                judged,
                judged.ofRun ? run : surge.addNegatives(answers.since(Math.max(since, day - 1))),
                day - since,
              ),
      },
      {
        type: IMPERSONATION,
        look: isAlike ? 'crosses' : 'neither',
        subject: IMPERSONATION,
        again: () => 'crosses',
      },
    ];
  }

  const isDiscovery = (brand: Brand, subject: string): boolean => {
    const all = [...tests];
    const found = discoveries(all.map(([, { p }]) => p));
    return all.some(([key], at) => key === `${brand.place}/${subject}` && found[at]);
  };

  /** A change of a platform is suspected and reported for all brands of the account. */
  const ownersOf = (type: IncidentType, brand: Brand): Brand[] =>
    type === PLATFORM_SHIFT ? brands : [brand];

  function settle(brand: Brand, day: number, seen: Seen): Opened[] {
    const { type, subject } = seen;
    const owners = ownersOf(type, brand);
    if (owners.some((one) => one !== brand && one.open.has(type))) return [];
    const suspicion = owners.flatMap((one) => one.suspected.get(type) ?? [])[0];
    const open = brand.open.get(type) ?? null;
    const look = open === null && suspicion ? seen.again(suspicion.since) : seen.look;
    if (suspicion && suspicion.brand !== brand.place && look !== 'crosses') return [];
    const suspected = suspicion !== undefined || type === IMPERSONATION;
    const forget = () => {
      for (const one of owners) one.suspected.delete(type);
    };
    const step = nextStep(look, { open, suspected });
    if (step === 'suspect') brand.suspected.set(type, { brand: brand.place, since: day });
    if (step === 'clear') forget();
    if (step === 'count_calm') brand.open.set(type, { calmWindows: (open?.calmWindows ?? 0) + 1 });
    if (step === 'unsettle' || step === 'strengthen') brand.open.set(type, { calmWindows: 0 });
    if (step === 'resolve') brand.open.delete(type);
    if (step !== 'open' || (type !== IMPERSONATION && !isDiscovery(brand, subject))) return [];
    forget();
    brand.open.set(type, { calmWindows: 0 });
    return [{ type, brand: brand.place }];
  }

  function look(brand: Brand, day: number): { opened: Opened[]; wantsRun: boolean } {
    if (Math.floor(day) !== testedDay) tests = new Map();
    testedDay = Math.floor(day);
    for (const [type, { since }] of brand.suspected)
      if (since < day - SUSPECTED_DAYS) brand.suspected.delete(type);
    const had = new Set(brand.suspected.keys());
    const opened = seeAll(brand, day).flatMap((seen) => settle(brand, day, seen));
    return { opened, wantsRun: [...brand.suspected.keys()].some((type) => !had.has(type)) };
  }

  return {
    ask(day, injected) {
      for (const brand of brands) ask(brand, day, injected(brand.place));
    },
    look(day, injected) {
      return brands.flatMap((brand) => {
        ask(brand, day, injected(brand.place));
        const first = look(brand, day);
        if (!first.wantsRun) return first.opened;
        ask(brand, day + CONFIRMED_AFTER_DAYS, injected(brand.place));
        return [...first.opened, ...look(brand, day + CONFIRMED_AFTER_DAYS).opened];
      });
    },
  };
}
