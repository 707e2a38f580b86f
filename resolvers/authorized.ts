import type { AuthChecker } from 'type-graphql';
import { type Context, type KeyScope, requireScope } from '../src/request/context.js';

/**
 * The one gate: every root field names the scope it needs with `@Authorized('read')`, so no
 * transport can go around it. It throws instead of answering false, to say what is missing.
 */
export const checkAuthorized: AuthChecker<Context, KeyScope> = ({ context }, scopes) => {
  for (const scope of scopes) requireScope(context, scope);
  return true;
};
