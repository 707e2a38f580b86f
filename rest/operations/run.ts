import { graphql } from '../generated/gql.js';

export const runOperation = graphql(`
  query Run($id: ID!) {
    run(id: $id) {
      __typename
      ... on ProbeRun {
        ...ProbeFields
      }
      ... on CheckRun {
        kind
        status
        rateLimitRemaining
        ...ScanFields
        ...QueryFields
      }
    }
  }
`);
