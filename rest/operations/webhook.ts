import { graphql } from '../generated/gql.js';

export const createWebhookOperation = graphql(`
  mutation CreateWebhook($url: String!, $events: [String!]!, $description: String) {
    createWebhookEndpoint(input: { url: $url, events: $events, description: $description }) {
      webhookEndpoint {
        webhookId: id
        url
        events
        description
        createdAt
      }
      secret
    }
  }
`);
