import type { Deps } from '../../deps.js';
import { isOpaqueRedirect, type SourceLink } from '../../domain/text/url.js';
import { parseWebUrl } from '../../domain/text/wrapped-url.js';

/** More than any answer lists; the others keep the identity of their titles. */
const MOST_OPENED = 50;

/**
 * The sources with the pages that a vendor's own redirects lead to in place of them. Each is asked once, and only while
 * its answer is new: such an address works for some days. One that does not answer in time stays as it is.
 */
export async function openRedirects(
  { locateUrl }: Pick<Deps, 'locateUrl'>,
  sources: readonly SourceLink[],
  signal: AbortSignal,
): Promise<SourceLink[]> {
  const opaque = new Set(sources.map(({ url }) => url).filter(isOpaqueRedirect));
  const targets = new Map(
    await Promise.all(
      [...opaque].slice(0, MOST_OPENED).map(async (url) => {
        const target = await locateUrl(url, signal).catch(() => null);
        const isPage = target !== null && parseWebUrl(target) !== null && !isOpaqueRedirect(target);
        return [url, isPage ? target : url] as const;
      }),
    ),
  );
  return sources.map(({ url, title }) => ({ url: targets.get(url) ?? url, title }));
}
