import { graphql } from '../generated/gql.js';

export const startProbeOperation = graphql(`
  mutation StartProbe(
    $brandId: ID!
    $platforms: [String!]
    $promptPackId: ID
    $samplesPerPrompt: Int
  ) {
    startProbe(
      input: {
        brandId: $brandId
        platforms: $platforms
        promptPackId: $promptPackId
        samplesPerPrompt: $samplesPerPrompt
      }
    ) {
      probeRun {
        runId: id
        brandId
        platforms
        estimatedCompletionMs
        sandbox
      }
    }
  }
`);

export const probeOperation = graphql(`
  query Probe($id: ID!) {
    probeRun(id: $id) {
      ...ProbeFields
    }
  }
`);

graphql(`
  fragment ProbeFields on ProbeRun {
    runId: id
    status
    brandId
    completedAt
    results {
      platform
      mentioned
      rank
      snippet
      tokensUsed
    }
    failures {
      platform
      code
      count
    }
    sandbox
  }
`);

export const runOperation = graphql(`
  query Run($id: ID!) {
    run(id: $id) {
      __typename
      ... on ProbeRun {
        ...ProbeFields
      }
      ... on CheckRun {
        kind
        status
        rateLimitRemaining
        ...ScanFields
        ...QueryFields
      }
    }
  }
`);
