/** Positions of links in an answer: Markdown targets, reference definitions and bare URLs. */

export interface LinkTarget {
  url: string;
  /** Offset after the closing parenthesis. */
  end: number;
}

/** Longer than any URL that is stored. */
const MAX_TARGET_CHARS = 4096;

/**
 * Characters that end a URL: blanks, quotes, an ellipsis, an HTML entity and letters of scripts
 * without blanks. A URL that is the text of a link ends with that text. An apostrophe inside a word
 * is part of the URL.
 */
const ENDS = String.raw`\s<>"\x60“”„‘’‚«»‹›…\u3000-\u303f\uff00-\uffef`;
const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}`;
const STOP = String.raw`(?!'(?![\p{L}\p{N}])|&(?:amp|quot|apos|lt|gt|nbsp|#\d{1,7}|#x[\da-f]{1,6});)`;
const bareUrl = (host: string, ends: string): RegExp =>
  new RegExp(
    String.raw`https?:\/\/(?=[^${ends}])${host}(?:${STOP}[^\]${ends}])*(?:\](?![([])(?:${STOP}[^\]${ends}])*)*`,
    'iuy',
  );
const BARE_URL = bareUrl('', ENDS + UNSPACED);
/** For hosts with such letters: their paths may contain such letters as well. */
const UNSPACED_URL = bareUrl(String.raw`(?=(?:[^.\/?#${ENDS}]*\.)*[${UNSPACED}])`, ENDS);
/** Korean writes particles on an address. */
const PARTICLE = /(?<=[\w/])(?:에서|에는|으로|에도|로|을|를|은|는|이|가|의|에|와|과|도)$/u;
const TRAILING = new Set(".,;:!?'*_~]}|");
const DEFINITION = /^ {0,3}\[([^\]\n]{1,200})\]:[ \t]*<?(https?:\/\/[^\s<>]+)>?[^\n]*$/gim;

/** Target of the link whose parenthesis is at index `open`; null when it is not closed. */
export function linkTargetAt(text: string, open: number): LinkTarget | null {
  const limit = Math.min(text.length, open + MAX_TARGET_CHARS);
  let depth = 0;
  let quote = '';
  for (let i = open; i < limit; i++) {
    const c = text.charAt(i);
    // A target cannot contain the beginning of another target: otherwise each unclosed one would be
    // read to the end.
    if (c === '\n' || (c === '(' && i > open && text.charAt(i - 1) === ']')) return null;
    if (quote) {
      if (c === quote) quote = '';
    } else if (c === '(') depth++;
    else if (c === ')' && --depth === 0)
      return { url: destination(text.slice(open + 1, i)), end: i + 1 };
    // A title may contain parentheses; a quote inside the URL does not open a title.
    else if (c === '"' && text.charAt(i - 1) === ' ') quote = c;
  }
  return null;
}

/** Brackets of links, and of images with the mark before them. */
const BRACKETS = /\\.|!?\[|\]\(?/gs;

interface MarkdownLink extends LinkTarget {
  /** Offset of the closing bracket. */
  start: number;
  isImage: boolean;
}

/** Markdown links and images, in the order of their closing brackets. */
export function markdownLinks(text: string): MarkdownLink[] {
  const links: MarkdownLink[] = [];
  const open: boolean[] = [];
  for (const { index, 0: mark } of text.matchAll(BRACKETS)) {
    if (mark.endsWith('[')) open.push(mark.startsWith('!'));
    else if (mark.startsWith(']')) {
      const isImage = open.pop() === true;
      const target = mark === '](' ? linkTargetAt(text, index + 1) : null;
      if (target !== null) links.push({ ...target, start: index, isImage });
    }
  }
  return links;
}

const destination = (inside: string): string => /^\s*<?([^\s<>]*)/.exec(inside)?.[1] ?? '';

/** Offset after the bare URL at `start`; `start` itself when no URL begins there. */
export function bareUrlEnd(text: string, start: number): number {
  for (const pattern of [UNSPACED_URL, BARE_URL]) {
    pattern.lastIndex = start;
    const match = pattern.exec(text);
    if (match) return start + trimmedLength(match[0].replace(PARTICLE, ''));
  }
  return start;
}

const MOST_BARE_UNITS = 2_048;

/** The URL that begins at `start` with its scheme, or with `www.`, and the offset after it. */
export function bareUrlAt(text: string, start: number): { url: string; end: number } {
  if (/^http/i.test(text.slice(start, start + 4))) {
    const end = bareUrlEnd(text, start);
    return { url: text.slice(start, end), end };
  }
  const address = `https://${text.slice(start, start + MOST_BARE_UNITS)}`;
  const url = address.slice(0, bareUrlEnd(address, 0));
  return { url, end: start + url.length - 'https://'.length };
}

/**
 * Length without the punctuation of the surrounding sentence; a closing parenthesis stays if the URL
 * opened it.
 */
function trimmedLength(url: string): number {
  let open = 0;
  for (const c of url) open += c === '(' ? 1 : c === ')' ? -1 : 0;
  let end = url.length;
  for (; end > 0; end--) {
    const c = url.charAt(end - 1);
    if (c === ')' && open < 0) open++;
    else if (!TRAILING.has(c)) break;
  }
  return end;
}

/** Reference definitions with a web target, and the line of each. */
export function linkDefinitions(text: string): { start: number; end: number; url: string }[] {
  if (!text.includes(']:')) return [];
  return [...text.matchAll(DEFINITION)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    url: match[2] ?? '',
  }));
}
