import {
  type GraphQLResolveInfo,
  getNamedType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import type { AuthChecker } from 'type-graphql';
import { toPublicError } from '../src/errors.js';
import { type Context, type KeyScope, requireScope } from '../src/request/context.js';
import type { Allowance } from '../src/request/rate-limiter.js';
import { type Limit, limitOf } from './allowance.js';
import { consumeSession, limited } from './limited.js';

/** A root field and the scopes it requires. */
export interface Root {
  /** Such as `Query.brands`. */
  name: string;
  scopes: readonly KeyScope[];
  limit: Limit;
}

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

/** Whether only fields are selected that count against this allowance by themselves. */
function selectsOnly(allowance: Allowance, info: GraphQLResolveInfo): boolean {
  const type = getNamedType(info.returnType);
  if (!isObjectType(type)) return false;
  const fields = type.getFields();
  let counted = 0;
  for (const { selectionSet } of info.fieldNodes) {
    if (selectionSet === undefined) return false;
    for (const name of fieldsBelow(selectionSet, info)) {
      if (name === null) return false;
      if (NAMES_ONLY.has(name)) continue;
      const field = fields[name];
      if (field === undefined || limitOf(field)?.allowance !== allowance) return false;
      counted += 1;
    }
  }
  return counted > 0;
}

/**
 * Applies the limit of one root field; each alias counts separately. API keys count against the field's allowance,
 * sessions against the limit for sessions.
 */
function enterCounted(
  context: Context,
  { limit, scopes }: Root,
  info: GraphQLResolveInfo,
  work: () => unknown,
): unknown {
  const { caller } = context;
  const { allowance, byResolver, unlessOnly } = limit;
  if (caller === null || allowance === null) return work();
  if (caller.via === 'session') {
    const consumed = consumeSession(context);
    return consumed instanceof Promise ? consumed.then(work) : work();
  }
  if (byResolver || (unlessOnly !== undefined && selectsOnly(unlessOnly, info))) return work();
  // Check scopes first: a forbidden call must not consume a permit.
  for (const scope of scopes) requireScope(context, scope);
  return limited(context, allowance, work);
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
