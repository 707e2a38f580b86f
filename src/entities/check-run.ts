import { defineEntity, p } from '@mikro-orm/core';
import type { RankBasis } from '../domain/answers/rank.js';
import type { SentimentLabel } from '../domain/answers/sentiment.js';
import type { Stage } from '../domain/prompts/prompt-pack.js';
import type { RunFailure } from './run.js';
import { identified, instant } from './tenant.js';

/** Answer of one platform to one prompt of a check. */
export interface CheckResult {
  platform: string;
  prompt: string;
  stage: Stage;
  /** Empty after the text has expired. */
  text: string;
  mentioned: boolean;
  position: number | null;
  rank: number | null;
  /** Missing in checks of older releases. */
  rankBasis?: RankBasis | null;
  sentiment: SentimentLabel | null;
  citations: { sourceUrl: string; sourceDomain: string; context: string }[];
  model: string;
  tokensUsed: number;
  costUsd: number | null;
  latencyMs: number;
  truncated: boolean;
}

/** A scan or a query. Belongs to no brand of the account and counts in no metric. */
export const CheckRun = defineEntity({
  name: 'CheckRun',
  tableName: 'check_run',
  properties: {
    ...identified,
    kind: p.string().$type<'scan' | 'query'>(),
    status: p.string().$type<'running' | 'completed' | 'failed'>(),
    brandName: p.string(),
    category: p.string(),
    competitors: p.array().$type<string[]>(),
    platforms: p.array().$type<string[]>(),
    sandbox: p.boolean(),
    results: p.json<CheckResult[]>(),
    failures: p.json<RunFailure[]>(),
    /** Cost of all calls in US dollars; null until they have ended, and if the cost of an answer is unknown. */
    costUsd: p.double().nullable(),
    rateLimitRemaining: p.integer().nullable(),
    textExpired: p.boolean(),
    createdAt: instant(),
    completedAt: instant().nullable(),
  },
});
