import { graphql } from '../generated/gql.js';

export const visibilityOperation = graphql(`
  query VisibilityTimeseries($brand_id: ID!, $days: Int = 30) {
    brand(id: $brand_id) {
      brandId: id
      visibilitySeries(days: $days) {
        days
        sandbox
        points {
          date
          visibility {
            ...RateFields
          }
          partial
          platforms {
            platform
            visibility {
              value
              numerator
              denominator
            }
          }
        }
      }
    }
  }
`);

export const competitorsOperation = graphql(`
  query CompetitorsBreakdown($brand_id: ID!, $days: Int = 30) {
    brand(id: $brand_id) {
      brandId: id
      competitorBreakdown(days: $days) {
        days
        sandbox
        competitorSetHash
        platforms {
          platform
          entries {
            name
            isBrand
            visibility {
              ...RateFields
            }
            shareOfVoice {
              value
            }
            averageRank
          }
        }
      }
    }
  }
`);

export const promptsOperation = graphql(`
  query PromptsBreakdown($brand_id: ID!, $days: Int = 30) {
    brand(id: $brand_id) {
      brandId: id
      promptBreakdown(days: $days) {
        days
        sandbox
        hitRate {
          ...RateFields
        }
        coverage {
          value
        }
        unsampled
        prompts {
          promptId
          prompt: text
          stage
          branded
          hitRate {
            ...RateFields
          }
        }
      }
    }
  }
`);

export const aidaOperation = graphql(`
  query PromptsAida($brand_id: ID!, $days: Int = 30) {
    brand(id: $brand_id) {
      brandId: id
      aida(days: $days) {
        days
        sandbox
        stages {
          stage
          prompts
          hitRate {
            ...RateFields
          }
          netSentiment {
            value
          }
        }
      }
    }
  }
`);

export const sentimentOperation = graphql(`
  query SentimentOverview($brand_id: ID!, $days: Int = 30) {
    brand(id: $brand_id) {
      brandId: id
      sentimentOverview(days: $days) {
        days
        sandbox
        sentiment {
          ...NetSentimentFields
        }
        methods
        series {
          date
          sentiment {
            ...NetSentimentFields
          }
          methods
        }
        alerts {
          ...IncidentFields
        }
      }
    }
  }
`);

export const compareOperation = graphql(`
  query CompareBrands($days: Int = 30) {
    compareBrands(days: $days) {
      days
      brands {
        brand {
          brandId: id
          name
        }
        standing {
          sandbox
          visibility {
            ...RateFields
          }
          partial
          shareOfVoice {
            ...RateFields
          }
          averageRank
          netSentiment {
            ...NetSentimentFields
          }
          citationShare {
            ...RateFields
          }
          previous {
            visibility {
              ...RateFields
            }
            partial
            shareOfVoice {
              ...RateFields
            }
            averageRank
            netSentiment {
              ...NetSentimentFields
            }
            citationShare {
              ...RateFields
            }
          }
        }
      }
    }
  }
`);

graphql(`
  fragment RateFields on Rate {
    value
    numerator
    denominator
    low
    high
    state
  }
`);

graphql(`
  fragment NetSentimentFields on NetSentiment {
    value
    positive
    neutral
    negative
    low
    high
  }
`);
