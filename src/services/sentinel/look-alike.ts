import {
  brandLabelOf,
  handleOf,
  type Likeness,
  likenessOfDomain,
  likenessOfHandle,
} from '../../domain/sentinel/impersonation.js';
import { registrableDomain } from '../../domain/text/url.js';

const FIRES_FROM = 0.7;

/** A cited domain or account that resembles the brand. */
export interface LookAlike extends Likeness {
  subject: string;
  /** Cited domains and URLs that identify its answers. */
  keys: string[];
}

export const toLabel = (name: string): string =>
  name.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, '');

/** Web label of the brand: the label of its website, otherwise its name. */
export function brandLabels({ name, website }: { name: string; website: string | null }): string[] {
  const domain = website === null ? null : registrableDomain(website);
  const label = (domain === null ? null : brandLabelOf(domain)) ?? toLabel(name);
  return label === '' ? [] : [label];
}

/** Some vendors cite redirects of their own; then only the domain is known. */
const hostOf = ({ url, domain }: { url: string; domain: string }): string =>
  registrableDomain(url) === domain && URL.canParse(url) ? new URL(url).hostname : domain;

/** Highest likeness first. */
export function findLookAlikes(
  cited: readonly { url: string; domain: string }[],
  labels: readonly string[],
  known: { owned: ReadonlySet<string>; rivals: ReadonlySet<string> },
): LookAlike[] {
  const found = new Map<string, LookAlike>();
  for (const link of cited) {
    const account = handleOf(link.url);
    const subject = account === null ? link.domain : `${account.site}/${account.handle}`;
    const label = account === null ? brandLabelOf(link.domain) : toLabel(account.handle);
    if (label !== null && known.rivals.has(label)) continue;
    const likeness =
      account === null
        ? likenessOfDomain(hostOf(link), labels, known.owned)
        : likenessOfHandle(account.handle, labels);
    if (likeness.score < FIRES_FROM) continue;
    const key = account === null ? link.domain : link.url;
    const keys = new Set([...(found.get(subject)?.keys ?? []), key]);
    found.set(subject, { ...likeness, subject, keys: [...keys] });
  }
  return [...found.values()].sort((a, b) => b.score - a.score);
}
