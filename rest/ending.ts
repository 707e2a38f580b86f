import { pathsOf, type Route } from './route.js';

/** Deprecation of paths: time of the announcement and end of service. */
export interface Ending {
  announcedAt: Date;
  endsAt: Date;
}

export interface EndingRow {
  path: string;
  successor: string;
}

/** The path that replaces one of a row's paths; undefined without a replacement. */
export const successorOf = (
  row: Pick<Route, 'path' | 'successor'>,
  path: string,
): string | undefined => row.successor ?? (path === row.path ? undefined : row.path);

/** All current paths that have a v1 successor (docs/contract.md, `D2-ALIAS-5`). */
export const listEndingPaths = (routes: readonly Route[]): EndingRow[] => {
  const all = routes.flatMap((row) =>
    pathsOf(row).flatMap((path) => {
      const successor = successorOf(row, path);
      return successor === undefined ? [] : [{ path, successor }];
    }),
  );
  return all.filter(({ path }, at) => all.findIndex((other) => other.path === path) === at);
};

/** The Deprecation (RFC 9745), Sunset (RFC 8594) and Link headers, with placeholders filled from `params`. */
export function endingHeaders(
  { announcedAt, endsAt }: Ending,
  successor: string,
  params: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const target = successor.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name] ?? '').toWellFormed()),
  );
  return {
    Deprecation: `@${Math.floor(announcedAt.getTime() / 1_000)}`,
    Sunset: endsAt.toUTCString(),
    Link: [
      `<${target}>; rel="successor-version"`,
      '</docs>; rel="deprecation"; type="text/html"',
      '</docs>; rel="sunset"; type="text/html"',
    ].join(', '),
  };
}
