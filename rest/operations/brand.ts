import { graphql } from '../generated/gql.js';

export const brandsOperation = graphql(`
  query Brands {
    brands(first: 100) {
      nodes {
        id
        name
        category
        website
        createdAt
      }
    }
  }
`);

export const brandOperation = graphql(`
  query Brand($id: ID!) {
    brand(id: $id) {
      id
      name
      category
      website
      createdAt
      lastScan {
        runId: id
        completedAt
        measures {
          visibility {
            value
          }
        }
        platforms
        sandbox
      }
    }
  }
`);

export const createBrandOperation = graphql(`
  mutation CreateBrand(
    $name: String!
    $category: String!
    $website: String
    $language: String
    $aliases: [AliasInput!]
    $competitors: [CompetitorInput!]
    $prompts: [PromptInput!]
  ) {
    createBrand(
      input: {
        name: $name
        category: $category
        website: $website
        language: $language
        aliases: $aliases
        competitors: $competitors
        prompts: $prompts
      }
    ) {
      brand {
        id
        userId
        name
        category
        website
        createdAt
      }
    }
  }
`);

export const brandPromptsOperation = graphql(`
  query BrandPrompts($id: ID!) {
    brand(id: $id) {
      brandId: id
      promptPack {
        promptPackId: id
        bound: isBound
        prompts {
          promptId: id
          prompt: text
          stage
          language
          country
          tags
          enabled
          createdAt
        }
      }
    }
  }
`);

export const addPromptsOperation = graphql(`
  mutation AddPrompts($brandId: ID!, $prompts: [PromptInput!]!) {
    addPrompts(input: { brandId: $brandId, prompts: $prompts }) {
      added
      promptPack {
        brandId
        promptPackId: id
        bound: isBound
        prompts {
          promptId: id
          prompt: text
          stage
          language
          country
          tags
          enabled
          createdAt
        }
      }
    }
  }
`);

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
