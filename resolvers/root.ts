import { type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';
import type { AuthChecker } from 'type-graphql';
import { toPublicError } from '../src/errors.js';
import { type Context, type KeyScope, requireScope } from '../src/request/context.js';
import { consumeSession, limited } from './limited.js';

/** A root field as the door in front of it knows it. */
export interface Root {
  /** As `Query.brands`. */
  name: string;
  scopes: readonly KeyScope[];
}

/** Fields that tell who one is and how the service does are open however often they are asked for. */
const UNLIMITED: ReadonlySet<string> = new Set([
  'Query.health',
  'Query.me',
  'Query.status',
  'Query.usage',
]);

/** These consume by themselves: of another allowance than `v1`, or once their input has been checked. */
export const CONSUME_THEMSELVES: ReadonlySet<string> = new Set([
  'Query.citations',
  'Query.compareBrands',
  'Query.incidents',
  'Query.picker',
  'Mutation.createBrand',
  'Mutation.createSuggestion',
  'Mutation.createWebhookEndpoint',
  'Mutation.rewrite',
  'Mutation.runQuery',
  'Mutation.runScan',
  'Mutation.startProbe',
]);

/** Dashboard fields of a brand: together one call of `dashboard` (docs/contract.md, `D1-LIMIT-DASHBOARD`). */
const DASHBOARD_FIELDS: ReadonlySet<string> = new Set([
  'aida',
  'competitorBreakdown',
  'promptBreakdown',
  'sentimentOverview',
  'standing',
  'visibilitySeries',
]);
const NAMES_ONLY: ReadonlySet<string> = new Set(['id', '__typename']);

/** Each field below, in fragments too; null for one that may be left out, and so promises nothing. */
function* fieldsBelow(
  { selections }: SelectionSetNode,
  info: GraphQLResolveInfo,
): Generator<string | null> {
  for (const node of selections) {
    if ((node.directives ?? []).length > 0) yield null;
    else if (node.kind === Kind.FIELD) yield node.name.value;
    else {
      const spread = node.kind === Kind.FRAGMENT_SPREAD ? info.fragments[node.name.value] : node;
      if (spread !== undefined) yield* fieldsBelow(spread.selectionSet, info);
    }
  }
}

/** Whether a brand is asked for its dashboards alone: then their allowance counts it, and no other. */
function isDashboardOnly(name: string, info: GraphQLResolveInfo): boolean {
  if (name !== 'Query.brand') return false;
  let shown = 0;
  for (const { selectionSet } of info.fieldNodes) {
    if (selectionSet === undefined) return false;
    for (const field of fieldsBelow(selectionSet, info)) {
      if (field === null) return false;
      if (DASHBOARD_FIELDS.has(field)) shown += 1;
      else if (!NAMES_ONLY.has(field)) return false;
    }
  }
  return shown > 0;
}

/**
 * What every root field passes, each alias for itself: keys draw on `v1` unless the field draws
 * otherwise, and people with a cookie on the cap over all they do.
 */
function enterCounted(
  context: Context,
  root: Root,
  info: GraphQLResolveInfo,
  work: () => unknown,
): unknown {
  const { caller } = context;
  if (caller === null || UNLIMITED.has(root.name)) return work();
  if (caller.via === 'session') {
    const drawn = consumeSession(context);
    return drawn instanceof Promise ? drawn.then(work) : work();
  }
  if (CONSUME_THEMSELVES.has(root.name) || isDashboardOnly(root.name, info)) return work();
  // A place is not spent on what the caller may not do.
  for (const scope of root.scopes) requireScope(context, scope);
  return limited(context, 'v1', work);
}

const isRefused = (error: unknown): boolean => toPublicError(error).code === 'RATE_LIMITED';

/** The one place that all root fields pass, whichever door they come through. */
export function enterRoot(
  context: Context,
  root: Root,
  info: GraphQLResolveInfo,
  work: () => unknown,
): unknown {
  const { caller, endpoint, deps } = context;
  // REST counts its requests by their paths.
  if (caller === null || endpoint !== null) return enterCounted(context, root, info, work);
  const count = (refused: boolean) => deps.requests.count(caller, `graphql ${root.name}`, refused);
  try {
    const result = enterCounted(context, root, info, work);
    if (result instanceof Promise)
      result.then(
        () => count(false),
        (error) => count(isRefused(error)),
      );
    else count(false);
    return result;
  } catch (error) {
    count(isRefused(error));
    throw error;
  }
}

/**
 * The one way in: every root field names the scope it needs with `@Authorized('read')`, so no
 * transport can go around it. It throws instead of answering false, to say what is missing.
 */
export const checkAuthorized: AuthChecker<Context, KeyScope> = ({ context }, scopes) => {
  for (const scope of scopes) requireScope(context, scope);
  return true;
};
