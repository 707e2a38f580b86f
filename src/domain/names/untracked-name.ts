/** Untracked names that an answer lists beside tracked ones, as suggestions for rivals. */

import { listsIn } from '../lists/list.js';
import { toVisibleText } from '../text/markdown.js';
import { countLeading } from '../text/ordered.js';
import { foldText } from './folding.js';
import type { Mention } from './mention.js';

/** Beginning of a list item or a paragraph. */
interface Lead {
  start: number;
  end: number;
}

const MAX_WORDS = 4;
const MAX_CJK = 20;
const MAX_UNITS = 80;
/** Limit per answer; a longer list is not a list of rivals. */
const MAX_NAMES = 50;

const BOLD = /^[ \t]*(?:#{1,6}[ \t]+)?(\*\*|__)(?=\S)/;
/** End of a name without a closing mark: a dash between blanks, a colon, a comma, a bracket or a stop. */
const NAME_END = /\s[–—-]{1,2}\s|[–—:：,，;；(（[|。!?！？\n]|\.(?=\s|$)/;
const CJK = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u;
/** A name has a capital, a digit, another script, or a dot as in `monday.com`. */
const NAMELIKE = /^[\p{L}\p{N}].*$/u;
const PLAIN_WORDS = /^(?:\d+\s)?[a-z][a-z\s'’-]*$/;
/** Labels and advice that are common in product lists. */
const GENERIC =
  /^(?:a|advantages?|alternatives?|also|an|any|bonus|bottom|budget|check|choose|compare|conclusion|cons|consider|cost|customer|disadvantages?|drawbacks?|ease|final|for|free|how|if|in|integrations?|key|key features?|large|limitations?|main|my|note|notes|options?|other|others|overall|overview|popular|premium|price|pricing|pros|quick|rating|recommendations?|reviews?|scalability|security|small|sources?|start|step|strengths?|summary|support|takeaways?|the best|these|tips?|top|types?|use|verdict|weaknesses|what|when|where|which|who|why|works?|you|your|best|features?|functionality|benefits?|usability|user|website)(?:\s|$|[^\p{L}])/iu;
const GENERIC_CJK =
  /^(?:优点|缺点|价格|功能|特点|适合|总结|建议|其他|注意|推荐|优势|劣势|评价|结论|对比|官网|来源|如何|为什么|什么)/u;

/** Equal for different spellings of one name. */
export const nameKey = (name: string): string => foldText(name).text.replace(/\s+/g, ' ').trim();

/** The name in the lead; null when the lead is not a name. */
function toName(source: string): string | null {
  const name = toVisibleText(source)
    .text.replace(/\s+/g, ' ')
    .replace(/^[\s"'“”‘’•*_]+|[\s"'“”‘’*_®™.:：]+$/gu, '');
  if (name.length > MAX_UNITS || !/\p{L}/u.test(name) || !NAMELIKE.test(name)) return null;
  if (CJK.test(name) ? [...name].length > MAX_CJK : name.split(' ').length > MAX_WORDS) return null;
  return PLAIN_WORDS.test(name) || GENERIC.test(name) || GENERIC_CJK.test(name) ? null : name;
}

/** From `start` to the end of the bold text, or of the name. */
function leadAt(text: string, start: number, limit: number): Lead {
  const newline = text.indexOf('\n', start);
  const line = text.slice(
    start,
    Math.min(limit, newline < 0 ? limit : newline, start + 4 * MAX_UNITS),
  );
  const bold = BOLD.exec(line);
  const inner = bold === null ? 0 : bold[0].length;
  const close = line.indexOf(bold?.[1] ?? '**', inner);
  const marked = close < 0 ? line : line.slice(0, close);
  // The words of a link are a name up to their end, whatever they contain.
  const link = /^\s*\[([^\]]{1,80})\]\(/.exec(line.slice(inner));
  if (link !== null) {
    const begin = start + inner + link[0].indexOf('[') + 1;
    return { start: begin, end: begin + (link[1] ?? '').length };
  }
  const length = NAME_END.exec(marked.slice(inner))?.index ?? marked.length - inner;
  return { start: start + inner, end: start + inner + length };
}

/** Words after the first one that a name may have in lower case. */
const SMALL_WORDS =
  /^(?:&|a|an|and|by|de|der|des|die|du|e|el|et|for|in|la|le|les|of|on|the|und|van|von|y)$/u;

/** Whether a list item begins with a name, tracked or not, and not with a word or a sentence. */
export function namesSomething(text: string, { start, end }: Lead): boolean {
  const lead = leadAt(text, start, end);
  const name = toName(text.slice(lead.start, lead.end));
  if (name === null) return false;
  const [, ...others] = name.split(' ');
  return others.every((word) => !/^\p{Ll}/u.test(word) || SMALL_WORDS.test(word));
}

/** Leads of each list, and the leads of paragraphs that begin in bold as one further list. */
function leadsIn(text: string): Lead[][] {
  const lists = listsIn(text)
    .filter(({ isOfHeadings }) => !isOfHeadings)
    .map(({ items }) => items.map((item) => leadAt(text, item.start, item.end)));
  const paragraphs: Lead[] = [];
  let offset = 0;
  for (const line of text.split('\n')) {
    if (BOLD.test(line)) paragraphs.push(leadAt(text, offset, offset + line.length));
    offset += line.length + 1;
  }
  return [...lists, paragraphs];
}

/**
 * The other items of lists in which a tracked name begins an item, each name once; the same for
 * paragraphs that begin with a bold name. `mentions` are those of all tracked names, including
 * uncertain ones.
 */
export function untrackedNames(text: string, mentions: readonly Mention[]): string[] {
  if (mentions.length === 0) return [];
  const isTracked = ({ start, end }: Lead): boolean =>
    (mentions[countLeading(mentions, (mention) => mention.end <= start)]?.start ?? end) < end;
  const names = new Map<string, string>();
  for (const leads of leadsIn(text)) {
    if (leads.length < 2 || !leads.some(isTracked)) continue;
    for (const lead of leads) {
      if (names.size === MAX_NAMES) break;
      const name = isTracked(lead) ? null : toName(text.slice(lead.start, lead.end));
      if (name === null) continue;
      const key = nameKey(name);
      if (!names.has(key)) names.set(key, name);
    }
  }
  return [...names.values()];
}
