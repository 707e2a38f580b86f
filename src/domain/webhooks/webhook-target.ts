import { isAddress, isPublicAddress } from './public-address.js';

/** Target that a webhook is posted to. */
export interface WebhookTarget {
  url: string;
  /** Without brackets. A name may resolve to any address, so the address is checked on connection. */
  host: string;
  /** Whether the operator allowed this host and port, wherever it leads. */
  isOpened: boolean;
}

const PORTS: Record<string, string> = { 'http:': '80', 'https:': '443' };

/** `host:port` as normalised by the URL parser, for comparison. */
const placeOf = ({ hostname, port, protocol }: URL): string =>
  `${hostname}:${port || PORTS[protocol]}`;

/** Parses one entry of the operator's list; null unless the entry is a host and port. */
export function toAllowedHost(entry: string): string | null {
  const port = /:(\d{1,5})$/.exec(entry)?.[1];
  if (port === undefined || !URL.canParse(`http://${entry}`)) return null;
  const url = new URL(`http://${entry}`);
  const isBare =
    url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  return isBare && !/[/?#@*]/.test(entry) ? `${url.hostname}:${Number(port)}` : null;
}

/** The URL parser has already normalised decimal, octal and hexadecimal addresses. */
const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1');

/** Names of this machine or its network, whatever a resolver returns. */
const LOCAL_NAME = /(^|\.)(localhost|local|internal|localdomain|home\.arpa)\.?$/;

/** Tested on the text, because the parser drops an empty user name and inner blanks. */
const namesUser = (text: string): boolean =>
  /^[^:]*:[/\\]*[^/\\?#]*@/.test(text.replace(/[\t\n\r]/g, ''));

const LONGEST_NAME = 253;
const LONGEST_LABEL = 63;

/** Why the name cannot be resolved, or only inside its own network; null for a valid name. */
function faultOfName(host: string, isOpened: boolean): string | null {
  const name = host.replace(/\.$/, '');
  const labels = name.split('.');
  if (
    name.length > LONGEST_NAME ||
    labels.some((label) => label === '' || label.length > LONGEST_LABEL)
  )
    return 'must have a valid host name';
  return labels.length === 1 && !isOpened ? 'must have a full host name, as in example.com' : null;
}

/** @returns the target, or the problem, worded to follow the name of the field */
export function toWebhookTarget(text: string, opened: readonly string[]): WebhookTarget | string {
  if (!URL.canParse(text)) return 'must be a URL';
  const url = new URL(text);
  const host = hostOf(url);
  const isOpened = opened.includes(placeOf(url));
  if (namesUser(text)) return 'must not contain a user name or password';
  if (url.protocol !== 'https:' && !(isOpened && url.protocol === 'http:'))
    return 'must be an https URL';
  if (!isOpened && (LOCAL_NAME.test(host) || (isAddress(host) && !isPublicAddress(host))))
    return 'must lead to a public address';
  if (url.port === '0') return 'must not use port 0';
  const fault = isAddress(host) ? null : faultOfName(host, isOpened);
  if (fault !== null) return fault;
  url.hash = '';
  return { url: url.href, host, isOpened };
}
