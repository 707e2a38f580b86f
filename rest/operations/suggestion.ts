import { graphql } from '../generated/gql.js';

export const createSuggestionOperation = graphql(`
  mutation CreateSuggestion($brandId: ID!, $content: String!, $intent: SuggestionIntent) {
    createSuggestion(input: { brandId: $brandId, content: $content, intent: $intent }) {
      suggestion {
        suggestionId: id
        rewritten
        factClaims {
          claim
          verifiable
          agreement
        }
        eeatSignals
        expectedLift {
          metric
          delta
          confidence
        }
        source
      }
    }
  }
`);
