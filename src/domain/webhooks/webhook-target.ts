import { isAddress, isPublicAddress } from './public-address.js';

/** Where a webhook is posted to. */
export interface WebhookTarget {
  url: string;
  /** Without brackets; a name may stand for any address, so it is checked where it is dialled. */
  host: string;
  /** The operator opened this host and port, whatever it leads to. */
  isOpened: boolean;
}

const PORTS: Record<string, string> = { 'http:': '80', 'https:': '443' };

/** `host:port` in the one spelling that is compared: the URL parser's own. */
const placeOf = ({ hostname, port, protocol }: URL): string =>
  `${hostname}:${port || PORTS[protocol]}`;

/** One entry of the operator's list; null for what is no host and port. */
export function toAllowedHost(entry: string): string | null {
  const port = /:(\d{1,5})$/.exec(entry)?.[1];
  if (port === undefined || !URL.canParse(`http://${entry}`)) return null;
  const url = new URL(`http://${entry}`);
  const isBare =
    url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  return isBare && !/[/?#@*]/.test(entry) ? `${url.hostname}:${Number(port)}` : null;
}

/** The URL parser has read decimal, octal and hexadecimal spellings by now. */
const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1');

/** Names that mean this machine or its own network, whatever a resolver says. */
const LOCAL_NAME = /(^|\.)(localhost|local|internal|localdomain|home\.arpa)\.?$/;

/** The parser drops an empty user, and blanks within. */
const namesUser = (text: string): boolean =>
  /^[^:]*:[/\\]*[^/\\?#]*@/.test(text.replace(/[\t\n\r]/g, ''));

const LONGEST_NAME = 253;
const LONGEST_LABEL = 63;

/** Why no resolver can know the name, or nobody but one of its own network; null for what may be found. */
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

/** @returns the target, or why it is none, as the rest of a sentence that begins with the field */
export function toWebhookTarget(text: string, opened: readonly string[]): WebhookTarget | string {
  if (!URL.canParse(text)) return 'must be a URL';
  const url = new URL(text);
  const host = hostOf(url);
  const isOpened = opened.includes(placeOf(url));
  if (namesUser(text)) return 'must not hold a user name or password';
  if (url.protocol !== 'https:' && !(isOpened && url.protocol === 'http:'))
    return 'must be an https URL';
  if (!isOpened && (LOCAL_NAME.test(host) || (isAddress(host) && !isPublicAddress(host))))
    return 'must lead to a public address';
  if (url.port === '0') return 'must not have the port 0';
  const fault = isAddress(host) ? null : faultOfName(host, isOpened);
  if (fault !== null) return fault;
  url.hash = '';
  return { url: url.href, host, isOpened };
}
