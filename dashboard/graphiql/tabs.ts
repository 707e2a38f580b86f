/**
 * The tabs of a first visit. A test checks them against the schema and the limits, so this file is data
 * and imports nothing. The operation name is the title of the tab.
 */
export interface PrefilledTab {
  query: string;
  variables?: string;
}

/** Placeholders in the variables until a response contains the id. */
export const BRAND_PLACEHOLDER = 'BRAND_ID';
export const RUN_PLACEHOLDER = 'RUN_ID';

const overview = `# Your brands, with the results of the last probe of each.
# Press Ctrl+Enter or the button on the right to run it.
query Overview {
  brands(first: 10) {
    totalCount
    nodes {
      id
      name
      category
      lastScan {
        id
        completedAt
        sandbox
        measures {
          visibility { ...Share }
          citationShare { ...Share }
          meanReciprocalRank
        }
        results {
          platform
          mentionRate { ...Share }
          rank
          snippet
          citations(first: 3) {
            sourceDomain
            sourceUrl
            owned
          }
        }
      }
    }
  }
}

# Every share comes with its counts, its 95 % interval and how far the sample carries.
fragment Share on Rate {
  value
  low
  high
  numerator
  denominator
  state
}
`;

const start = `# Starts a probe: asks every platform the prompts of a brand.
# Returns immediately; the next tab follows the run. Run the
# overview first to fill in its first brand under Variables.
#
# No brand yet? Run this in a separate tab:
# mutation {
#   createBrand(input: { name: "Acme", category: "CRM" }) {
#     brand { id }
#   }
# }
mutation StartAProbe($input: StartProbeInput!) {
  startProbe(input: $input) {
    probeRun {
      id
      status
      platforms
      expectedAnswers
      estimatedCompletionMs
      sandbox
    }
  }
}
`;

const follow = `# Follows a run live: first its current state, then each step
# until it ends. Variables holds the run you started last.
subscription FollowItLive($runId: ID!) {
  probeRunProgress(runId: $runId) {
    sequence
    probeRun {
      status
      answered
      failed
      expectedAnswers
    }
    platforms {
      platform
      answered
      failed
      expected
      mentions
    }
    answer {
      platform
      status
      mentioned
      errorCode
    }
  }
}
`;

const toText = (variables: unknown): string => `${JSON.stringify(variables, null, 2)}\n`;

export const prefilledTabs: readonly PrefilledTab[] = [
  { query: overview },
  {
    query: start,
    variables: toText({ input: { brandId: BRAND_PLACEHOLDER, samplesPerPrompt: 1 } }),
  },
  { query: follow, variables: toText({ runId: RUN_PLACEHOLDER }) },
];

/** The headers editor allows comments; this hint sends no headers. */
const headersHint = `// If you are signed in, no headers are needed. Otherwise add a key:
// { "Authorization": "Bearer sk_…" }
// A session uses live data. To use test data:
// { "X-Environment": "test" }
`;

const testHeaders = `// Test data; without this header a session uses live data.
{ "X-Environment": "test" }
`;

/** Initial text of the headers editor. In the test environment, as after the demo sign-in, it selects test data. */
export const toHeaders = (environment: string | null): string =>
  environment === 'test' ? testHeaders : headersHint;
