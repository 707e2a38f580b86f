/** Host names and mail addresses in running text: `acme` in acme.com, or in hello@acme.com, is no name. */

import { parse } from 'tldts';

const ADDRESS_CHARACTER = /[\w.%+@-]/;
const HOST = /^(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.){1,8}[a-z]{2,24}$/;
/** Longest host name of the DNS, with room for the name before an `@`. */
const MOST_UNITS = 320;
const GOES_ON = /\.[a-z0-9]|[@-]/y;

function isAddress(token: string): boolean {
  if (token.length > MOST_UNITS) return false;
  return token.indexOf('@') > 0 || (HOST.test(token) && parse(token).isIcann === true);
}

/** Tells of matches of one text, from left to right, whether they are part of an address. Linear in the text. */
export function createAddressReader(text: string): (start: number, end: number) => boolean {
  /** The last token that was looked at, without dots and hyphens at its edges. */
  let last = { from: 0, to: 0, start: 0, end: 0, isAddress: false };

  function read(at: number): typeof last {
    let from = at;
    while (from > 0 && ADDRESS_CHARACTER.test(text.charAt(from - 1))) from -= 1;
    let to = at;
    while (ADDRESS_CHARACTER.test(text.charAt(to))) to += 1;
    let start = from;
    while (start < to && /[.-]/.test(text.charAt(start))) start += 1;
    let end = to;
    while (end > start && /[.-]/.test(text.charAt(end - 1))) end -= 1;
    return { from, to, start, end, isAddress: isAddress(text.slice(start, end)) };
  }

  return (start, end) => {
    GOES_ON.lastIndex = end;
    if (!/[@.-]/.test(text.charAt(start - 1)) && !GOES_ON.test(text)) return false;
    if (start < last.from || start >= last.to) last = read(start);
    // A name that is an address itself, such as monday.com, is found.
    return last.isAddress && (last.start < start || last.end > end);
  };
}
