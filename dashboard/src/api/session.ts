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

const DEMO_EMAIL = 'demo@answerscope.example';

type Who = 'demo' | 'person';

/** Who was signed in here and has not left, if anybody: a session that is gone has ended then. */
export function whoWasIn(): Who | null {
  try {
    const who = localStorage.getItem(MARK);
    return who === 'demo' || who === 'person' ? who : null;
  } catch {
    return null;
  }
}

/** @param email of whoever is signed in; null for nobody */
export function markSignedIn(email: string | null): void {
  const who: Who = email === DEMO_EMAIL ? 'demo' : 'person';
  try {
    if (email === null) localStorage.removeItem(MARK);
    else localStorage.setItem(MARK, who);
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
