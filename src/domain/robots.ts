/** What a site lets robots read (RFC 9309). */

import robotsParser from 'robots-parser';

/** What our robot is called in such files. */
export const ROBOT = 'AnswerscopeBot';

/** A pattern's time grows with its own length times the path's: more than this is read by nobody. */
const MOST_PATTERN_CHARS = 65_536;

// Its types are those of an ES module, which it is not.
const parse = robotsParser as unknown as typeof robotsParser.default;

/** @param text the file at `/robots.txt` of this origin */
export function toRobotRules(origin: string, text: string): (url: string) => boolean {
  const patterns = text.split('\n').filter((line) => line.includes('*'));
  if (patterns.join('').length > MOST_PATTERN_CHARS) return () => false;
  const robots = parse(`${origin}/robots.txt`, text);
  return (url) => robots.isAllowed(url, ROBOT) ?? true;
}
