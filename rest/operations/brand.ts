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
  mutation CreateBrand($name: String!, $category: String!, $website: String) {
    createBrand(input: { name: $name, category: $category, website: $website }) {
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
