import { defineEntity, p } from '@mikro-orm/core';
import type { Alias } from '../domain/names/alias.js';
import type { Stage } from '../domain/prompts/prompt-pack.js';
import type { Rate } from '../domain/statistics/stats.js';
import { identified, instant, origin, tenant } from './tenant.js';

export type RunStatus = 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';

export interface PlannedPrompt {
  promptId: string;
  text: string;
  stage: Stage;
  country: string | null;
  language: string;
  branded: boolean;
}

/** Prompts, names and rivals as they were at the start of the run, so that its numbers stay reproducible. */
export interface RunPlan {
  brand: {
    name: string;
    /** Missing in plans of older releases. */
    category?: string;
    website: string | null;
    aliases: Alias[];
    ownedDomains: string[];
    competitors: { id: string; name: string; aliases: Alias[] }[];
  };
  prompts: PlannedPrompt[];
}

/** Measures of a completed run, over its prompts that do not name the brand. */
export interface RunMeasures {
  visibility: Rate;
  /** True if a platform of the run gave no answer and is missing from the average. */
  partial: boolean;
  meanReciprocalRank: number | null;
  top3Rate: Rate;
  citationDensity: Rate;
  citationShare: Rate;
  entitySetHash: string;
}

export interface RunFailure {
  platform: string;
  code: string;
  count: number;
}

export const ProbeRun = defineEntity({
  name: 'ProbeRun',
  tableName: 'probe_run',
  properties: {
    ...identified,
    brandId: p.uuid(),
    promptPackId: p.uuid().nullable(),
    scheduleId: p.uuid().nullable(),
    userId: p.uuid(),
    keyId: p.uuid().nullable(),
    kind: p.string().$type<'probe' | 'scan' | 'query'>(),
    status: p.string().$type<RunStatus>(),
    platforms: p.array().$type<string[]>(),
    samplesPerPrompt: p.smallint(),
    sandbox: p.boolean(),
    plan: p.json<RunPlan>(),
    firstRepeat: p.integer(),
    expectedAnswers: p.integer(),
    answered: p.integer(),
    failed: p.integer(),
    sequence: p.integer(),
    /** Last step of the run whose names are counted as suggestions of rivals. */
    namesCounted: p.integer().default(0),
    estimatedCompletionMs: p.integer(),
    failures: p.json<RunFailure[]>(),
    measures: p.json<RunMeasures>().nullable(),
    createdAt: instant(),
    startedAt: instant().nullable(),
    completedAt: instant().nullable(),
  },
});

export const ProbeResult = defineEntity({
  name: 'ProbeResult',
  tableName: 'probe_result',
  properties: {
    ...tenant,
    runId: p.uuid().primary(),
    platform: p.string().primary(),
    ordinal: p.smallint(),
    mentioned: p.boolean(),
    rank: p.integer().nullable(),
    position: p.integer().nullable(),
    snippet: p.text(),
    tokensUsed: p.integer(),
    answers: p.integer(),
    mentions: p.integer(),
    failed: p.integer(),
  },
});

/** Distinct citations of a result, the most cited first; also indexes citations by brand and time. */
export const ResultCitation = defineEntity({
  name: 'ResultCitation',
  tableName: 'result_citation',
  properties: {
    ...tenant,
    runId: p.uuid().primary(),
    platform: p.string().primary(),
    ordinal: p.smallint().primary(),
    citationId: p.uuid(),
    /** Number of answers of the platform that cite the page. */
    times: p.integer(),
    brandId: p.uuid(),
    citedAt: instant(),
  },
});

export const Outbox = defineEntity({
  name: 'Outbox',
  tableName: 'outbox',
  properties: {
    ...identified,
    event: p.string(),
    /** Null for events that concern no brand. */
    brandId: p.uuid().nullable(),
    data: p.json<unknown>(),
    createdAt: instant(),
    origin: origin(),
  },
});
