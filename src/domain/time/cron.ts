import { Cron } from 'croner';
import type { TimeZone } from './time-zone.js';

/** Five fields, as they are stored: single spaces, no margins. */
export type CronText = string;

/** No run may come sooner after another one of the same schedule. */
const SHORTEST_INTERVAL_MIN = 60;
const LONGEST_TEXT = 100;
const NICKNAME = /^@(hourly|daily|midnight|weekly|monthly|yearly|annually)$/i;
/** Where rules are tried out, whatever day it is; the calendar repeats itself after 400 years. */
const ANY_DAY = new Date('2000-01-01T00:00:00Z');

/**
 * The library only reads the text and counts on in a world without summer time. What its times mean on
 * the clocks of a zone is ours: it asks some times that exist twice for two runs, and drops some that
 * are left out.
 */
const open = (text: CronText): Cron =>
  new Cron(text, { timezone: 'UTC', mode: '5-part', paused: true });

/** The text as it is stored, or what is wrong with it, to be said after the field's name. */
export function readCron(given: string): { text: CronText } | { problem: string } {
  const text = given.trim().replace(/\s+/g, ' ');
  if (text.length > LONGEST_TEXT)
    return { problem: `must have at most ${LONGEST_TEXT} characters` };
  const shape = 'must have five fields (minute, hour, day of month, month, day of week)';
  if (!NICKNAME.test(text) && text.split(' ').length !== 5)
    return { problem: `${shape}, such as "0 6 * * 1"` };
  let cron: Cron;
  try {
    cron = open(text);
  } catch (error) {
    const reason = (error as Error).message.replace(/^CronPattern: /, '');
    return { problem: `cannot be read: ${reason.slice(0, 200)}` };
  }
  const times = cron.nextRuns(3, ANY_DAY);
  if (times.length === 0) return { problem: 'never fires: no such day exists' };
  // Who names two minutes fires twice in each of its hours, so that three times on end show it.
  const isTooOften = times.some(
    (time, at) =>
      at > 0 && time.getTime() - (times[at - 1]?.getTime() ?? 0) < SHORTEST_INTERVAL_MIN * 60_000,
  );
  if (isTooOften)
    return { problem: `fires too often: once every ${SHORTEST_INTERVAL_MIN} minutes is the most` };
  return { text };
}

/**
 * The moments after `from` at which it fires on the clocks of the zone, soonest first. A time that is left
 * out when clocks go forward counts for the moment at which they do, a time that exists twice for the
 * first one, and times that fall together are one.
 */
function* firesAfter(text: CronText, zone: TimeZone, from: Date): Generator<Date> {
  const cron = open(text);
  let lastMs = from.getTime();
  // Moments never fall back as wall times grow, so nothing before this one is to come.
  let wall: Date | null = new Date(zone.toWallMs(lastMs));
  for (;;) {
    wall = cron.nextRun(wall);
    if (wall === null) return;
    const momentMs = zone.toMomentMs(wall.getTime());
    if (momentMs <= lastMs) continue;
    lastMs = momentMs;
    yield new Date(momentMs);
  }
}

export function nextFires(text: CronText, zone: TimeZone, from: Date, most: number): Date[] {
  const fires: Date[] = [];
  for (const fire of firesAfter(text, zone, from)) {
    fires.push(fire);
    if (fires.length === most) break;
  }
  return fires;
}

/** How often it fires after `from` and until `to` included; `most` at most. */
export function countFires(
  text: CronText,
  zone: TimeZone,
  { from, to }: { from: Date; to: Date },
  most: number,
): number {
  let count = 0;
  for (const fire of firesAfter(text, zone, from)) {
    if (fire > to || count === most) break;
    count += 1;
  }
  return count;
}
