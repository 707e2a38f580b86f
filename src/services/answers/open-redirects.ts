import type { Deps } from '../../deps.js';
import { isOpaqueRedirect, type SourceLink } from '../../domain/text/url.js';
import { parseWebUrl } from '../../domain/text/wrapped-url.js';

/** More than real answers list; further sources are identified by their titles. */
const MOST_OPENED = 50;

/**
 * Replaces opaque redirects of a vendor by their targets. Each redirect is requested once, and only
 * when the answer is new, because it expires after some days. A redirect that does not respond in
 * time is kept.
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
