import { graphql } from '../generated/gql.js';

export const pickerOperation = graphql(`
  query Picker($brandId: ID!, $limit: Int = 50) {
    picker(brandId: $brandId, limit: $limit) {
      brandId
      items {
        promptId
        prompt
        priorityScore
        lastSampledAt
        reason
      }
      total
    }
  }
`);
