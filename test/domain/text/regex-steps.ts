/**
 * Counts the steps of a regular expression: a backtracking matcher that tries what the language's specification
 * says, in that order. The engine of V8 never tries more than that, so what grows in step with a text's length here
 * does so there.
 */

type Continue = (at: number) => boolean;
type Matcher = (at: number, then: Continue) => boolean;
type Width = (character: number) => boolean;

interface State {
  text: string;
  steps: number;
  groups: Map<string, [number, number]>;
}

/** No lookbehind of ours reads further back. */
const FURTHEST_BACK = 40;

export interface Compiled {
  /** Where the expression matches first, at a place or behind it, and the steps it took; null for nowhere. */
  search(text: string, from: number): { index: number | null; steps: number };
}

export function compile({ source, flags }: RegExp): Compiled {
  const state: State = { text: '', steps: 0, groups: new Map() };
  const isUnicode = /[uv]/.test(flags);
  const names = [...source.matchAll(/\(\?<([\p{L}\w]+)>/gu)].map(([, name]) => name);
  let place = 0;
  let groupCount = 0;
  /** Of the alternatives that were read last: in the end, those of the whole expression. */
  let topAlternatives = 0;

  const lengthAt = (at: number): number =>
    isUnicode && (state.text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;

  /** An atom of one character; what it takes is asked of the engine once for each character. */
  function toWidth(atom: string): Width {
    const own = new RegExp(`^(?:${atom})$`, flags.replace(/[gym]/g, ''));
    /** 0 for what was not asked yet, 1 for no, 2 for yes. */
    const known = new Uint8Array(0x10000);
    return (character) => {
      if (character > 0xffff) return own.test(String.fromCodePoint(character));
      if (known[character] === 0)
        known[character] = own.test(String.fromCharCode(character)) ? 2 : 1;
      return known[character] === 2;
    };
  }
  const characterAt = (at: number): number =>
    (isUnicode ? state.text.codePointAt(at) : state.text.charCodeAt(at)) ?? 0;
  const takes = (width: Width, at: number): boolean => {
    state.steps += 1;
    return at < state.text.length && width(characterAt(at));
  };

  function alternatives(): Matcher {
    const all = [sequence()];
    while (source[place] === '|') {
      place += 1;
      all.push(sequence());
    }
    topAlternatives = all.length;
    return all.length === 1 ? (all[0] as Matcher) : (at, then) => all.some((one) => one(at, then));
  }

  function sequence(): Matcher {
    const parts: Matcher[] = [];
    while (place < source.length && source[place] !== '|' && source[place] !== ')')
      parts.push(term());
    return parts.reduceRight<Matcher>(
      (rest, part) => (at, then) => part(at, (next) => rest(next, then)),
      (at, then) => then(at),
    );
  }

  function look(isAhead: boolean, isWanted: boolean): Matcher {
    const start = place;
    const body = alternatives();
    const isOneCharacter = /^(?:\[[^\]]*\]|\\[pP]\{[^}]+\}|.)$/u.test(source.slice(start, place));
    const furthest = isOneCharacter ? 2 : FURTHEST_BACK;
    place += 1;
    return (at, then) => {
      let holds = isAhead && body(at, () => true);
      for (let from = at; !isAhead && !holds && from >= Math.max(0, at - furthest); from -= 1)
        holds = body(from, (end) => end === at);
      return holds === isWanted && then(at);
    };
  }

  function group(): Matcher {
    const head = /^\((?:\?(?:<?[=!]|:|<[\p{L}\w]+>))?/u.exec(source.slice(place))?.[0] ?? '(';
    place += head.length;
    if (/[=!]$/.test(head)) return look(!head.includes('<'), head.endsWith('='));
    const isCapturing = !head.endsWith(':');
    if (isCapturing) groupCount += 1;
    const keys = [String(groupCount), ...(head.match(/\w{2,}|(?<=<)\w/g) ?? [])];
    const body = alternatives();
    place += 1;
    if (!isCapturing) return body;
    return (at, then) =>
      body(at, (end) => {
        for (const key of keys) state.groups.set(key, [at, end]);
        return then(end);
      });
  }

  function backReference(key: string): Matcher {
    return (at, then) => {
      const [start, end] = state.groups.get(key) ?? [0, 0];
      state.steps += end - start + 1;
      const wanted = state.text.slice(start, end).toLowerCase();
      const found = state.text.slice(at, at + end - start).toLowerCase();
      return wanted === found && then(at + end - start);
    };
  }

  const isWord = (at: number): boolean => /\w/.test(state.text.charAt(at));

  function assertion(mark: string): Matcher {
    const isLined = flags.includes('m');
    return (at, then) => {
      state.steps += 1;
      const holds =
        mark === '^'
          ? at === 0 || (isLined && /[\n\r\u2028\u2029]/.test(state.text.charAt(at - 1)))
          : mark === '$'
            ? at === state.text.length ||
              (isLined && /[\n\r\u2028\u2029]/.test(state.text.charAt(at)))
            : (isWord(at - 1) !== isWord(at)) === (mark === '\\b');
      return holds && then(at);
    };
  }

  function term(): Matcher {
    const rest = source.slice(place);
    const mark = /^(?:[\^$]|\\[bB])/.exec(rest)?.[0];
    if (mark !== undefined) {
      place += mark.length;
      return assertion(mark);
    }
    const reference = /^\\(?:k<(\w+)>|([1-9]))/.exec(rest);
    if (reference !== null && (reference[2] !== undefined || names.length > 0)) {
      place += reference[0].length;
      return backReference(reference[1] ?? reference[2] ?? '');
    }
    if (rest.startsWith('(')) {
      const body = group();
      return repeat(body, null);
    }
    const atom =
      /^(?:\[(?:\\[\s\S]|[^\]\\])*\]|\\u\{[^}]+\}|\\[pP]\{[^}]+\}|\\u[\da-f]{4}|\\x[\da-f]{2}|\\[\s\S])/i.exec(
        rest,
      )?.[0] ?? String.fromCodePoint(rest.codePointAt(0) ?? 0);
    place += atom.length;
    const width = toWidth(atom);
    const single: Matcher = (at, then) => takes(width, at) && then(at + lengthAt(at));
    return repeat(single, width);
  }

  function repeat(body: Matcher, width: Width | null): Matcher {
    const found = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})(\??)/.exec(source.slice(place));
    if (found === null) return body;
    place += found[0].length;
    const [all, low, comma, high, lazy] = found;
    const least = low === undefined ? Number(all.startsWith('+')) : Number(low);
    const most =
      low === undefined
        ? all.startsWith('?')
          ? 1
          : Number.POSITIVE_INFINITY
        : comma === ''
          ? least
          : high === ''
            ? Number.POSITIVE_INFINITY
            : Number(high);
    if (width !== null) return lazy ? lazily(width, least, most) : greedily(width, least, most);
    const again = (count: number, at: number, then: Continue): boolean => {
      const more = () =>
        count < most &&
        body(at, (end) => (end > at || count < least) && again(count + 1, end, then));
      if (count < least) return more();
      return lazy ? then(at) || more() : more() || then(at);
    };
    return (at, then) => again(0, at, then);
  }

  const greedily =
    (width: Width, least: number, most: number): Matcher =>
    (at, then) => {
      const ends = [at];
      let end = at;
      while (ends.length <= most && takes(width, end)) {
        end += lengthAt(end);
        ends.push(end);
      }
      for (let count = ends.length - 1; count >= least; count -= 1) {
        state.steps += 1;
        if (then(ends[count] as number)) return true;
      }
      return false;
    };

  const lazily =
    (width: Width, least: number, most: number): Matcher =>
    (at, then) => {
      let end = at;
      for (let count = 0; ; count += 1) {
        if (count >= least && then(end)) return true;
        if (count >= most || !takes(width, end)) return false;
        end += lengthAt(end);
      }
    };

  const matcher = alternatives();
  const isChoice = topAlternatives > 1;
  if (place !== source.length) throw new Error(`cannot count ${source}`);
  const isSticky = flags.includes('y');
  return {
    search(text, from) {
      state.text = text;
      state.steps = 0;
      const last = isSticky ? from : text.length;
      // A search that can only match at the beginning looks nowhere else.
      const isBound = source.startsWith('^') && !flags.includes('m') && !isChoice;
      for (let at = from; at <= last; at += 1) {
        state.groups.clear();
        if (matcher(at, () => true)) return { index: at, steps: state.steps };
        state.steps += 1;
        if (isBound) break;
      }
      return { index: null, steps: state.steps };
    },
  };
}
