/** Decides which addresses are public. Addresses that are not known to be public count as private. */

import ipaddr from 'ipaddr.js';

type Range = ReturnType<typeof ipaddr.parseCIDR>;

/**
 * IANA special-purpose registry for IPv4, including ranges that are reachable by agreement only, and
 * addresses that look public but lead to internal services of a cloud when used from inside it.
 */
const SPECIAL_V4: readonly Range[] = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '161.26.0.0/16', // IBM Cloud: name servers, time and package mirrors
  '166.8.0.0/14', // IBM Cloud: private service endpoints
  '168.63.129.16/32', // Azure: the wire server, which hands out credentials
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
].map((range) => ipaddr.parseCIDR(range));

/**
 * All public unicast addresses; mapped, translated, local and multicast addresses are outside this
 * range.
 */
const GLOBAL_V6 = ipaddr.parseCIDR('2000::/3');
/** Exceptions inside it: Teredo, benchmarks and other protocols, examples, 6to4, AS112. */
const SPECIAL_V6: readonly Range[] = [
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
].map((range) => ipaddr.parseCIDR(range));

/** Whether the text is an address as spelled by a resolver or by the host of a parsed URL. */
export const isAddress = (text: string): boolean =>
  ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);

/** @param text address from a resolver or the host of a URL, without brackets or zone */
export function isPublicAddress(text: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) {
    const address = ipaddr.IPv4.parse(text);
    return !SPECIAL_V4.some((range) => address.match(range as never));
  }
  if (!ipaddr.IPv6.isValid(text)) return false;
  const address = ipaddr.IPv6.parse(text);
  return (
    address.match(GLOBAL_V6 as never) && !SPECIAL_V6.some((range) => address.match(range as never))
  );
}
