import { graphql } from '../generated/gql.js';

export const meOperation = graphql(`
  query Me {
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
        type
        keyId
        prefix
        environment
        scopes
      }
      limits {
        brands
        scansPerDay
        queriesPerDay
        rewritesPerDay
        requestsPerMinute
        requestsPerHour
        requestsPerDay
        engineCallsPerDay
      }
    }
  }
`);
