export const typeDefs = `
  scalar DateTime
  enum RunStatus { QUEUED RUNNING COMPLETED FAILED CANCELLED }
  type Query { brands(first: Int! = 20): BrandConnection! }
  type BrandConnection { nodes: [Brand!]! }
  type Alias { text: String! caseSensitive: Boolean! requiresContext: Boolean! exclude: [String!]! }
  type Brand {
    id: ID! name: String! category: String! website: String aliases: [Alias!]! ownedDomains: [String!]!
    createdAt: DateTime! lastScan: ProbeRun
  }
  type ProbeRun {
    id: ID! brandId: ID! status: RunStatus! platforms: [String!]! samplesPerPrompt: Int! sandbox: Boolean!
    expectedAnswers: Int! answered: Int! failed: Int!
    createdAt: DateTime! startedAt: DateTime completedAt: DateTime results: [ProbeResult!]!
  }
  type ProbeResult {
    platform: String! mentioned: Boolean! rank: Int position: Int snippet: String!
    tokensUsed: Int! answers: Int! mentions: Int! failed: Int! citations(first: Int! = 5): [Citation!]!
  }
  type Citation {
    id: ID! platform: String! sourceUrl: String! sourceDomain: String!
    discoveredAt: DateTime! context: String! owned: Boolean!
  }
`;

/** Database values by their names in the schema. */
export const statusValues = {
  QUEUED: 'queued',
  RUNNING: 'running',
  COMPLETED: 'completed',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
};
