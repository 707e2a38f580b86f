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

/** What a run asks and what it looks for, as both stood when it was started: numbers stay reproducible. */
export interface RunPlan {
  brand: {
    name: string;
    website: string | null;
    aliases: Alias[];
    ownedDomains: string[];
    competitors: { id: string; name: string; aliases: Alias[] }[];
  };
  prompts: PlannedPrompt[];
}

/** The numbers of a completed run, over its prompts that do not name the brand. */
export interface RunMeasures {
  visibility: Rate;
  /** A platform of the run gave no answer, and so is missing from the average. */
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
    /** Up to which step the names in its answers are counted as suggestions. */
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

/** A result's distinct citations, the most cited first; and what was cited for the brand, and when. */
export const ResultCitation = defineEntity({
  name: 'ResultCitation',
  tableName: 'result_citation',
  properties: {
    ...tenant,
    runId: p.uuid().primary(),
    platform: p.string().primary(),
    ordinal: p.smallint().primary(),
    citationId: p.uuid(),
    /** Answers of the platform that cite it. */
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
    /** Null for what concerns no brand. */
    brandId: p.uuid().nullable(),
    data: p.json<unknown>(),
    createdAt: instant(),
    origin: origin(),
  },
});
