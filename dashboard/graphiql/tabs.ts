/**
 * The tabs that a first visit shows. A test holds them against the schema and the limits, so this
 * file is data and imports nothing. The name of an operation is the title of its tab.
 */
export interface PrefilledTab {
  query: string;
  variables?: string;
}

/** Stands in the variables until the page has seen the id that belongs there. */
export const BRAND_PLACEHOLDER = 'BRAND_ID';
export const RUN_PLACEHOLDER = 'RUN_ID';

const overview = `# Your brands, and what the last probe of each one found.
# Run it with Ctrl+Enter or the button on the right.
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

const start = `# Asks every platform a brand's prompts, and answers at
# once: the next tab follows the run. When the overview has
# run, its first brand stands under Variables.
#
# No brand yet? In a tab of its own:
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

const follow = `# A run, live: first as it stands, then each step, until it
# ends. The one you started last stands under Variables.
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

/** Comments are allowed in the headers editor: this says what may stand there and sends nothing. */
const headersHint = `// Signed in? Then nothing is needed. Otherwise, a key:
// { "Authorization": "Bearer sk_…" }
// A session sees live data. To see test data:
// { "X-Environment": "test" }
`;

const testHeaders = `// Test data; without this line a session sees live data.
{ "X-Environment": "test" }
`;

/** What stands in the headers editor at first; the demo's sign-in leads to its test data. */
export const toHeaders = (environment: string | null): string =>
  environment === 'test' ? testHeaders : headersHint;
