/** The demo data: thirty days of one invented brand. */

const DAY_MS = 86_400_000;

export const STORY = {
  days: 30,
  /** Labelled as demo wherever it appears, including its own answers. */
  brand: { name: 'Fernwood Demo', category: 'CRM software', website: 'https://fernwood.example' },
  rivals: ['Northpeak', 'Brightlane', 'Quillhaven'],
  /** The platform that stops naming the brand, and the day it does; the first day is 1. */
  fading: { platform: 'perplexity', day: 21, before: 0.6, after: 0.08 },
  /** The rival that is named more often every day. */
  rising: { rival: 'Northpeak', from: 0.15, to: 0.85 },
} as const;

/** Time of the run of each day; the last one is 29 days after the first. */
export const storyTimes = (begin: Date): Date[] =>
  Array.from({ length: STORY.days }, (_, day) => new Date(begin.getTime() + day * DAY_MS));

export const storyBegin = (now: Date): Date => new Date(now.getTime() - (STORY.days - 1) * DAY_MS);

/** Answer rates of a day; rates that are not set here are those of the sandbox. */
export const storyTruth = (begin: Date) => {
  const first = Date.parse(begin.toISOString().slice(0, 10));
  return (platform: string, _subject: unknown, date: string) => {
    const passed = (Date.parse(date) - first) / DAY_MS;
    const { fading, rising } = STORY;
    const share = Math.min(1, Math.max(0, passed / (STORY.days - 1)));
    return {
      ...(platform === fading.platform && {
        mention: passed + 1 < fading.day ? fading.before : fading.after,
      }),
      rivals: { [rising.rival]: rising.from + (rising.to - rising.from) * share },
    };
  };
};
