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
  /** The method and the count of experiments are missing in what was stored before we learned from them. */
  expectedLift: Omit<ExpectedLift, 'method' | 'experiments'> & {
    method?: LiftMethod | null;
    experiments?: number;
    metric: 'pawc_share';
    methods: LiftMethod[];
    /** What the metric was when it was made; null when nothing was measured. */
    current: number | null;
    /** The place among an answer's sources that it was reckoned with; missing in what was stored before there was any. */
    sourceRank?: number | null;
  };
}

/** What became of visibility, in windows of equal length; null where a window has no answers. */
export interface StoredUplift {
  metric: 'visibility';
  before: number | null;
  after: number | null;
  lift: number | null;
  low: number | null;
  high: number | null;
  beforeAnswers: number;
  afterAnswers: number;
  /** These four are missing in what was measured before there were any. */
  beforeEffective?: number | null;
  afterEffective?: number | null;
  probability?: number | null;
  answersNeeded?: number | null;
  isControlled: boolean;
  sandbox: boolean;
  /** Missing, as the next one, in what was measured before there was any. */
  paired?: PairedChange | null;
  /** Of `pawc_share`, which expected lifts are of. */
  experiment?: Experiment | null;
}

export const Suggestion = defineEntity({
  name: 'Suggestion',
  tableName: 'suggestion',
  properties: {
    ...identified,
    brandId: p.uuid(),
    userId: p.uuid(),
    /** One that runs or failed is nobody's to see. */
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
