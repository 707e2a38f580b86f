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
