/** Which paths of a site robots may read (RFC 9309). */

/** Name of the robot in robots.txt files. */
export const ROBOT = 'AnswerscopeBot';

/**
 * A path pattern that robots may or may not read. `*` matches any characters; `$` at the end matches
 * the end of the path.
 */
export interface RobotRule {
  pattern: string;
  isAllowed: boolean;
}

/** Minimum that RFC 9309 requires a robot to read. */
const MOST_CHARS = 500 * 1_024;
/**
 * Limit on compared characters per URL. A file that needs more forbids everything; real files stay
 * far below.
 */
const MOST_STEPS = 4_000_000;

const isUnreserved = (character: string): boolean => /^[\w.~-]$/.test(character);

/** Normalises a path: no unnecessary escapes, and escapes in upper case. */
const toPlainPath = (path: string): string =>
  path
    .toWellFormed()
    .replace(/[^\u0021-\u007e]+/g, encodeURIComponent)
    .replace(/%([0-9a-f]{2})/gi, (sequence, digits: string) => {
      const character = String.fromCharCode(Number.parseInt(digits, 16));
      return isUnreserved(character) ? character : sequence.toUpperCase();
    });

/** Fields of a file in order, with names in lower case. */
function* fieldsOf(text: string): Generator<{ name: string; value: string }> {
  for (const raw of text.slice(0, MOST_CHARS).split(/[\r\n]/)) {
    const [line = ''] = raw.split('#', 1);
    const colon = line.indexOf(':');
    if (colon < 0) continue;
    yield { name: line.slice(0, colon).trim().toLowerCase(), value: line.slice(colon + 1).trim() };
  }
}

/**
 * Rules for this robot: those that name it, otherwise those for all robots. The most specific rule
 * comes first.
 */
export function readRobots(text: string): RobotRule[] {
  const byAgent = new Map<string, RobotRule[]>();
  let agents = new Set<string>();
  let isHead = false;
  for (const { name, value } of fieldsOf(text.replace(/^\ufeff/, ''))) {
    if (name === 'user-agent') {
      if (!isHead) agents = new Set();
      isHead = true;
      const agent = value.split('/', 1)[0]?.trim().toLowerCase() ?? '';
      agents.add(agent);
      if (!byAgent.has(agent)) byAgent.set(agent, []);
    } else if (name === 'allow' || name === 'disallow') {
      isHead = false;
      if (value === '') continue;
      const rule = { pattern: toPlainPath(value), isAllowed: name === 'allow' };
      for (const agent of agents)
        if (agent === '*' || agent === ROBOT.toLowerCase()) byAgent.get(agent)?.push(rule);
    }
  }
  const rules = byAgent.get(ROBOT.toLowerCase()) ?? byAgent.get('*') ?? [];
  return rules.sort(
    (a, b) => b.pattern.length - a.pattern.length || Number(b.isAllowed) - Number(a.isAllowed),
  );
}

/** Whether a path matches a pattern, and how many characters were compared. */
export function matchPath(pattern: string, path: string): { fits: boolean; steps: number } {
  let steps = 0;
  let at = 0;
  let from = 0;
  /** Position of the last `*`, and end of the characters it matches. */
  let star = -1;
  let until = 0;
  while (from < path.length || at < pattern.length) {
    steps += 1;
    const c = pattern[at];
    const isEnd = c === '$' && at === pattern.length - 1;
    if (c === undefined || (isEnd && from === path.length)) return { fits: true, steps };
    if (c === '*') {
      star = at;
      until = from;
      at += 1;
    } else if (!isEnd && from < path.length && c === path[from]) {
      at += 1;
      from += 1;
    } else if (star >= 0 && until < path.length) {
      until += 1;
      at = star + 1;
      from = until;
    } else return { fits: false, steps };
  }
  return { fits: true, steps };
}

/** The longest matching pattern decides; between two of equal length, the one that allows. */
export function mayRead(rules: readonly RobotRule[], url: string): boolean {
  const { pathname, search } = new URL(url);
  const path = toPlainPath(pathname + search);
  let left = MOST_STEPS;
  for (const { pattern, isAllowed } of rules) {
    const { fits, steps } = matchPath(pattern, path);
    if (fits) return isAllowed;
    left -= steps;
    if (left < 0) return false;
  }
  return true;
}
