import { Cron } from 'croner';
import type { TimeZone } from './time-zone.js';

/** Five fields in stored form: single spaces, trimmed. */
export type CronText = string;

/** Minimum time between two runs of one schedule. */
const SHORTEST_INTERVAL_MIN = 60;
const LONGEST_TEXT = 100;
const NICKNAME = /^@(hourly|daily|midnight|weekly|monthly|yearly|annually)$/i;
/** Start date for testing rules; any date works, because the calendar repeats after 400 years. */
const ANY_DAY = new Date('2000-01-01T00:00:00Z');

/**
 * The library only parses the text and computes times in UTC. The conversion to the clocks of a zone
 * is done here: the library fires twice for some times that occur twice and drops some that are
 * skipped.
 */
const open = (text: CronText): Cron =>
  new Cron(text, { timezone: 'UTC', mode: '5-part', paused: true });

/** The text in stored form, or the problem, worded to follow the name of the field. */
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
  if (times.length === 0) return { problem: 'never fires, because no such day exists' };
  // A rule with two minutes fires twice within an hour, so three consecutive times show it.
  const isTooOften = times.some(
    (time, at) =>
      at > 0 && time.getTime() - (times[at - 1]?.getTime() ?? 0) < SHORTEST_INTERVAL_MIN * 60_000,
  );
  if (isTooOften)
    return { problem: `must not fire more than once every ${SHORTEST_INTERVAL_MIN} minutes` };
  return { text };
}

/**
 * Times after `from` at which the rule fires on the clocks of the zone, soonest first. A time that is
 * skipped when clocks go forward fires at the jump; a time that occurs twice fires at its first
 * occurrence; equal times are merged.
 */
function* firesAfter(text: CronText, zone: TimeZone, from: Date): Generator<Date> {
  const cron = open(text);
  let lastMs = from.getTime();
  // Moments increase with wall times, so nothing earlier can follow.
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

/** Number of times the rule fires after `from` and up to and including `to`; at most `most`. */
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
