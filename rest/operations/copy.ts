import { graphql } from '../generated/gql.js';

export const rewriteOperation = graphql(`
  mutation Rewrite($text: String!, $brand: String!, $audience: String) {
    rewrite(input: { text: $text, brand: $brand, audience: $audience }) {
      rewrite {
        headline
        section_1_answer: answer
        section_2_evidence: evidence
        section_3_context: context
        section_4_faq: faq {
          q: question
          a: answer
        }
        score {
          value
        }
        source
        sandbox
        latency_ms: latencyMs
        costUsd
        jsonld
      }
    }
  }
`);

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
        sandbox
      }
    }
  }
`);
