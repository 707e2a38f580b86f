import type { Request } from 'express';

/** Doors that are no row of a table of routes: all below them counts as one. */
const DOORS = /^\/(?:graphql|api\/auth|assets)(?=[/?]|$)/;

/** The template that a request was matched with, which holds no id; null for no match. */
export function routeOf({ baseUrl, originalUrl, route }: Request): string | null {
  if (typeof route?.path === 'string') return baseUrl + route.path;
  return DOORS.exec(originalUrl)?.[0] ?? null;
}
