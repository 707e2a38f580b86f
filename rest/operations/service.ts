import { graphql } from '../generated/gql.js';

export const healthOperation = graphql(`
  query Health {
    health {
      status
      service
      version
      env
      region
      timestamp
      checks {
        db {
          ok
          latency_ms: latencyMs
        }
      }
      took_ms: tookMs
    }
  }
`);

export const statusOperation = graphql(`
  query Status {
    status {
      status
      sandbox
      db {
        ok
        latency_ms: latencyMs
      }
      llms {
        up
        total
        up_rate: upRate
        platforms {
          platform
          name
          ok
          latency_ms: latencyMs
        }
      }
    }
  }
`);

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
