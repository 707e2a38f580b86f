import { graphql } from '../generated/gql.js';

export const runScanOperation = graphql(`
  mutation RunScan($brand_name: String!, $industry: String!, $competitors: [String!]) {
    runScan(input: { brandName: $brand_name, industry: $industry, competitors: $competitors }) {
      rateLimitRemaining
      checkRun {
        ...ScanFields
      }
    }
  }
`);

export const runQueryOperation = graphql(`
  mutation RunQuery(
    $brand: String!
    $category: String!
    $platforms: [String!]
    $competitors: [String!]
  ) {
    runQuery(
      input: {
        brand: $brand
        category: $category
        platforms: $platforms
        competitors: $competitors
      }
    ) {
      checkRun {
        ...QueryFields
      }
    }
  }
`);

graphql(`
  fragment ScanFields on CheckRun {
    runId: id
    platforms
    summary {
      platform
      total
      mentions
      positive
    }
    failures {
      platform
      code
      count
    }
    sandbox
  }
`);

graphql(`
  fragment QueryFields on CheckRun {
    runId: id
    platforms
    results {
      platform
      prompt
      stage
      text
      mentioned
      position
      rank
      sentiment
      citations {
        sourceUrl
        sourceDomain
        context
      }
      model
      tokensUsed
      costUsd
      costKnown
    }
    failures {
      platform
      code
      count
    }
    sandbox
  }
`);

export const checkRunsOperation = graphql(`
  query CheckRuns($kind: CheckKind, $limit: Int = 20, $cursor: String) {
    checkRuns(kind: $kind, first: $limit, after: $cursor) {
      nodes {
        runId: id
        kind
        status
        brand: brandName
        category
        competitors
        platforms
        costUsd
        failures {
          platform
          code
          count
        }
        sandbox
        createdAt
        completedAt
      }
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);
