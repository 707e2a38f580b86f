import { operationOf, pathsOf, type Route } from '../../../rest/route.js';
import { routes } from '../../../rest/routes.js';

export type NamedRecord = 'brand' | 'prompt pack' | 'run';

/** What a variable of an operation names; an `id` is of the noun before it in the path. */
const NOUNS: Record<string, NamedRecord> = {
  brandId: 'brand',
  brand_id: 'brand',
  promptPackId: 'prompt pack',
};
const BY_PATH = [
  [/\/brands\/:id/, 'brand'],
  [/\/(probes|runs)\/:id/, 'run'],
] as const;

/** Names of ids on the wire, in the path, the query or the body, with the record that each names. */
function idsOf(row: Route, path: string): Record<string, NamedRecord> {
  const ids: Record<string, NamedRecord> = {};
  const ofPath = BY_PATH.find(([pattern]) => pattern.test(path))?.[1];
  if (ofPath !== undefined) ids.id = ofPath;
  for (const { variable } of operationOf(row).variableDefinitions ?? []) {
    const noun = NOUNS[variable.name.value];
    if (noun === undefined || Object.values(ids).includes(noun)) continue;
    ids[wireNameOf(row, variable.name.value)] = noun;
  }
  return ids;
}

/** A row may rename `brand_id` to the variable `brandId`. */
function wireNameOf(row: Route, variable: string): string {
  const snake = variable.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const sources = { params: {}, query: {}, body: {} };
  return row.toVariables?.({ [snake]: 'x' }, sources)[variable] === 'x' ? snake : variable;
}

export interface PathIds {
  key: string;
  row: Route;
  path: string;
  ids: Record<string, NamedRecord>;
}

/** Every documented path, aliases included, with the ids that it takes. */
export const listPathIds = (): PathIds[] =>
  routes.flatMap((row) =>
    pathsOf(row).map((path) => ({
      key: `${row.method} ${path}`,
      row,
      path,
      ids: idsOf(row, path),
    })),
  );
