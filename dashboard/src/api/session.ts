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
      emailConfirmed
      engineAccess
    }
  }
`);

/** Person, account and rights of the session; null if signed out. Cached; `isAnew` forces a request. */
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
