import { graphql } from '../generated/gql.js';

// A response holds at most 1,000; `total` counts all (docs/contract.md, `D2-CITE-4`).
export const citationsOperation = graphql(`
  query Citations($brandId: ID!, $days: Int = 7, $platform: String) {
    citations(brandId: $brandId, days: $days, platform: $platform, first: 1000) {
      citations: nodes {
        ...CitationFields
      }
      total: totalCount
      windowDays
    }
  }
`);

export const citationsByDayOperation = graphql(`
  query CitationsByDay($brandId: ID!, $days: Int = 7, $platform: String) {
    citations(brandId: $brandId, days: $days, platform: $platform, first: 1000) {
      citations: nodes {
        ...CitationFields
      }
      total: totalCount
      windowDays
      daily {
        date
        count
      }
    }
  }
`);

graphql(`
  fragment CitationFields on Citation {
    id
    brandId
    platform
    sourceUrl
    sourceDomain
    promptHash
    discoveredAt
    lastSeenAt
    answers
    context
    owned
    sandbox
  }
`);
