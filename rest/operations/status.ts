import { graphql } from '../generated/gql.js';

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
