/** Redirect links that name their target. Nothing is fetched. */

/** Null unless the input is a web URL. */
export function parseWebUrl(url: string): URL | null {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  return parsed && /^https?:$/.test(parsed.protocol) && parsed.hostname !== '' ? parsed : null;
}

interface Wrapper {
  host: RegExp;
  path: RegExp;
  /** URL of the target; null when the link does not name one. */
  open(url: URL): string | null;
}

const parameter =
  (...names: string[]) =>
  ({ searchParams }: URL): string | null =>
    names.map((name) => searchParams.get(name)).find((value) => value !== null) ?? null;

/** Bing encodes the target in base64url after the prefix `a1`. */
function openBing({ searchParams }: URL): string | null {
  const code = searchParams.get('u');
  return code?.startsWith('a1') ? Buffer.from(code.slice(2), 'base64url').toString() : null;
}

/** `/c/s/acme.com/page`: kind of the copy, `s` for https, and the page. */
function openAmp({ pathname, search }: URL): string | null {
  const [, secure, page] = /^\/(?:[a-z]+\/)?(s\/)?([^/]+\.[^/]+(?:\/.*)?)$/.exec(pathname) ?? [];
  return page === undefined ? null : `${secure ? 'https' : 'http'}://${page}${search}`;
}

function openYoutube({ pathname }: URL): string | null {
  const [, id] = /^\/([\w-]+)\/?$/.exec(pathname) ?? [];
  return id === undefined ? null : `https://www.youtube.com/watch?v=${id}`;
}

const GOOGLE = /^(?:www\.)?google(?:\.[a-z]{2,3}){1,2}$/;
const ANY = /^/;
const WRAPPERS: readonly Wrapper[] = [
  { host: GOOGLE, path: /^\/url$/, open: parameter('q', 'url') },
  { host: GOOGLE, path: /^\/amp\//, open: openAmp },
  { host: /\.cdn\.ampproject\.org$/, path: /^\/[a-z]+\//, open: openAmp },
  { host: /(?:^|\.)bing-amp\.com$/, path: /^\/[a-z]+\//, open: openAmp },
  { host: /^(?:www\.|cn\.)?bing\.com$/, path: /^\/ck\/a$/, open: openBing },
  { host: /^(?:www\.|cn\.)?bing\.com$/, path: /^\/alink\/link$/, open: parameter('url') },
  { host: /^(?:www\.)?linkedin\.com$/, path: /^\/redir\/redirect\/?$/, open: parameter('url') },
  { host: /^(?:www\.)?linkedin\.com$/, path: /^\/safety\/go\/?$/, open: parameter('url') },
  { host: /^l\.instagram\.com$/, path: ANY, open: parameter('u') },
  { host: /^(?:l|lm)\.facebook\.com$/, path: /^\/l\.php$/, open: parameter('u') },
  { host: /^(?:www\.)?youtube\.com$/, path: /^\/redirect$/, open: parameter('q') },
  { host: /^(?:www\.)?youtu\.be$/, path: ANY, open: openYoutube },
  { host: /^duckduckgo\.com$/, path: /^\/l\/$/, open: parameter('uddg') },
  {
    host: /^(?:[a-z-]+\.)?m\.wik[a-z]+\.org$/,
    path: ANY,
    open: ({ href }) => href.replace(/^(https?:\/\/(?:[a-z-]+\.)?)m\./, '$1'),
  },
];
/** The target that a redirect link names, otherwise the URL itself. Null unless the input is a web URL. */
export function unwrapUrl(url: string): string | null {
  let page = url;
  // A redirect may lead to an AMP copy of a mobile page; each wrapper is opened once, to stop loops.
  const opened = new Set<Wrapper>();
  for (;;) {
    const parsed = parseWebUrl(page);
    if (!parsed) return null;
    const wrapper = WRAPPERS.find(
      ({ host, path }) => host.test(parsed.hostname) && path.test(parsed.pathname),
    );
    if (wrapper === undefined || opened.has(wrapper)) return page;
    opened.add(wrapper);
    const inner = wrapper.open(parsed);
    if (inner === null || !parseWebUrl(inner)) return page;
    page = inner;
  }
}
