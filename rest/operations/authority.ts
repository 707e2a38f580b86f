import { graphql } from '../generated/gql.js';

export const authorityOperation = graphql(`
  query Authority($brandId: ID!) {
    authority(brandId: $brandId) {
      brandId
      scoredAt
      geoScore
      eeatScore
      citationDensity {
        value
      }
      subscores {
        experience {
          value
          coverage
        }
        expertise {
          value
          coverage
        }
        authoritativeness {
          value
          coverage
        }
        trustworthiness {
          value
          coverage
        }
      }
      trend7d {
        value
      }
      version
      sandbox
    }
  }
`);
