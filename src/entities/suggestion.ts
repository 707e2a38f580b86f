import { defineEntity, p } from '@mikro-orm/core';
import type { EeatSignal } from '../domain/rewrites/eeat-signal.js';
import type { FactClaim } from '../domain/rewrites/fact-claim.js';
import type { PairedChange } from '../domain/statistics/paired-change.js';
import type { ExpectedLift, Experiment, LiftMethod } from '../domain/suggestions/lift.js';
import type { Intent } from '../domain/suggestions/suggestion.js';
import { identified, instant } from './tenant.js';

export type SuggestionStatus = 'proposed' | 'applied' | 'shown' | 'not_shown';

export interface SuggestionOutput {
  /** Markdown. */
  rewritten: string;
  factClaims: FactClaim[];
  eeatSignals: EeatSignal[];
  /** Method and number of experiments are missing in rows from before the product learned from experiments. */
  expectedLift: Omit<ExpectedLift, 'method' | 'experiments'> & {
    method?: LiftMethod | null;
    experiments?: number;
    metric: 'pawc_share';
    methods: LiftMethod[];
    /** Value of the metric when the suggestion was created; null without a measurement. */
    current: number | null;
    /** Assumed rank among the sources of an answer; missing in older rows. */
    sourceRank?: number | null;
  };
}

/** Change of visibility between windows of equal length; null values where a window has no answers. */
export interface StoredUplift {
  metric: 'visibility';
  before: number | null;
  after: number | null;
  lift: number | null;
  low: number | null;
  high: number | null;
  beforeAnswers: number;
  afterAnswers: number;
  /** These four fields are missing in older rows. */
  beforeEffective?: number | null;
  afterEffective?: number | null;
  probability?: number | null;
  answersNeeded?: number | null;
  isControlled: boolean;
  sandbox: boolean;
  /** This field and the next are missing in older rows. */
  paired?: PairedChange | null;
  /** Experiment on `pawc_share`, the metric of expected lifts. */
  experiment?: Experiment | null;
}

export const Suggestion = defineEntity({
  name: 'Suggestion',
  tableName: 'suggestion',
  properties: {
    ...identified,
    brandId: p.uuid(),
    userId: p.uuid(),
    /** Suggestions that are running or failed are not shown. */
    status: p.string().$type<SuggestionStatus | 'running' | 'failed'>(),
    content: p.text(),
    intent: p.string().$type<Intent>().nullable(),
    output: p.json<SuggestionOutput>().nullable(),
    source: p.string().nullable(),
    promptIds: p.array().$type<string[]>().columnType('uuid[]').nullable(),
    uplift: p.json<StoredUplift>().nullable(),
    createdAt: instant(),
    appliedAt: instant().nullable(),
    measuredAt: instant().nullable(),
  },
});
