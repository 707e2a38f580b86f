import { type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';
import type { AuthChecker } from 'type-graphql';
import { toPublicError } from '../src/errors.js';
import { type Context, type KeyScope, requireScope } from '../src/request/context.js';
import { consumeSession, limited } from './limited.js';

/** A root field and the scopes it requires. */
export interface Root {
  /** Such as `Query.brands`. */
  name: string;
  scopes: readonly KeyScope[];
}

/** Fields about the caller and the service have no rate limit. */
const UNLIMITED: ReadonlySet<string> = new Set([
  'Query.health',
  'Query.me',
  'Query.status',
  'Query.usage',
]);

/** These fields consume in their own resolver: another allowance than `v1`, or after checking their input. */
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

/** Dashboard fields of document 1. Together they count as one call of `dashboard`. */
const DASHBOARD_FIELDS: ReadonlySet<string> = new Set([
  'aida',
  'competitorBreakdown',
  'promptBreakdown',
  'sentimentOverview',
  'standing',
  'visibilitySeries',
]);
const NAMES_ONLY: ReadonlySet<string> = new Set(['id', '__typename']);

/** Names of the selected fields, fragments included; null for one with directives, which may be skipped. */
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

/** Whether only dashboard fields are selected. Then only the allowance `dashboard` applies. */
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
 * Applies the rate limit to one root field; each alias counts separately. API keys consume `v1` unless the
 * field consumes another allowance. Sessions consume the limit for sessions.
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
  // Check scopes first: a forbidden call must not consume a permit.
  for (const scope of root.scopes) requireScope(context, scope);
  return limited(context, 'v1', work);
}

const isRefused = (error: unknown): boolean => toPublicError(error).code === 'RATE_LIMITED';

/** Runs a root field with rate limiting and request counting, for every transport. */
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
 * Checks the scopes that root fields declare with `@Authorized`, for every transport. Throws instead of
 * returning false, so that the error names the missing scope.
 */
export const checkAuthorized: AuthChecker<Context, KeyScope> = ({ context }, scopes) => {
  for (const scope of scopes) requireScope(context, scope);
  return true;
};
