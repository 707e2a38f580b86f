import { clientOf, type Environment } from './client.js';
import { toFault } from './fault.js';
import { graphql } from './graphql.js';

const SESSION = graphql(`
  query Session {
    me {
      user {
        id
        email
        name
      }
      account {
        id
        name
        tier
        role
      }
      auth {
        environment
        scopes
      }
      limits {
        brands
      }
    }
  }
`);

const MARK = 'answerscope:was-signed-in';

/** That somebody was signed in here and has not left: a session that is gone has ended then. */
export function wasSignedIn(): boolean {
  try {
    return localStorage.getItem(MARK) !== null;
  } catch {
    return false;
  }
}

export function markSignedIn(isIn: boolean): void {
  try {
    if (isIn) localStorage.setItem(MARK, '1');
    else localStorage.removeItem(MARK);
  } catch {
    // A browser that keeps nothing does not know.
  }
}

/** Who is signed in, with what they may do; null for nobody. Asked once until the session changes, or `isAnew`. */
export async function readSession(environment: Environment, isAnew = false) {
  try {
    const { data } = await clientOf(environment).query({
      query: SESSION,
      fetchPolicy: isAnew ? 'network-only' : 'cache-first',
    });
    return data?.me ?? null;
  } catch (error) {
    if (toFault(error).code === 'UNAUTHENTICATED') return null;
    throw error;
  }
}
