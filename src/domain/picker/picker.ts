/**
 * Selects the prompts to ask next: those with the highest expected information (metrics: priority
 * score).
 */

import { newcombe } from '../statistics/stats.js';
import { sumOf, sumsOf } from '../statistics/sum.js';
import { PRIOR, relativeGain, toBelief } from './information-gain.js';

/** Answers to one prompt on one platform. */
export interface Heard {
  platform: string;
  /** Number of answers, and number of those that name the brand, without decay. */
  answers: number;
  /** Hits and misses with decay by age. */
  decayedHits: number;
  decayedMisses: number;
  /** Answers of the last seven days, and of the time before. */
  recentAnswers: number;
  recentHits: number;
  earlierAnswers: number;
  earlierHits: number;
  lastSampledAt: Date | null;
}

export interface Candidate {
  promptId: string;
  prompt: string;
  /** One entry per platform that was ever asked; platforms that are no longer configured are ignored. */
  heard: readonly Heard[];
}

export const REASONS = ['never_sampled', 'stale', 'recent_change', 'high_uncertainty'] as const;
export type Reason = (typeof REASONS)[number];

export interface Picked {
  promptId: string;
  prompt: string;
  /**
   * In (0, 1]: expected information of one more answer, averaged over platforms, relative to a prompt
   * never asked.
   */
  priorityScore: number;
  lastSampledAt: Date | null;
  reason: Reason;
  gains: { platform: string; gain: number }[];
}

/** Share of all prompts that is picked. */
const KEPT_SHARE = 0.05;

/** Number of prompts picked from `candidates`. */
export const pickedOf = (candidates: number): number =>
  candidates === 0 ? 0 : Math.max(1, Math.ceil(KEPT_SHARE * candidates));

function toReason(heard: readonly Heard[]): Reason {
  const answers = sumOf(heard, 'answers');
  if (answers === 0) return 'never_sampled';
  const { decayedHits, decayedMisses } = sumsOf(heard, 'decayedHits', 'decayedMisses');
  if (decayedHits + decayedMisses < answers / 2) return 'stale';
  const change = newcombe(
    { hits: sumOf(heard, 'recentHits'), of: sumOf(heard, 'recentAnswers') },
    { hits: sumOf(heard, 'earlierHits'), of: sumOf(heard, 'earlierAnswers') },
  );
  if (change !== null && (change.low > 0 || change.high < 0)) return 'recent_change';
  return 'high_uncertainty';
}

const heardOn = ({ heard }: Candidate, platforms: readonly string[]): Heard[] =>
  platforms.flatMap((platform) => heard.find((one) => one.platform === platform) ?? []);

/** Sort keys; the other fields are computed for picked prompts only. */
interface Rated {
  candidate: Candidate;
  score: number;
  lastMs: number;
}

const gainOf = (one: Heard | undefined): number =>
  relativeGain(one === undefined ? PRIOR : toBelief(one.decayedHits, one.decayedMisses));

function rate(candidate: Candidate, platforms: readonly string[]): Rated {
  const heard = heardOn(candidate, platforms);
  const unheard = platforms.length - heard.length;
  const total = heard.reduce((sum, one) => sum + gainOf(one), unheard * gainOf(undefined));
  const lastMs = heard.reduce((last, one) => Math.max(last, one.lastSampledAt?.getTime() ?? 0), 0);
  return { candidate, score: total / platforms.length, lastMs };
}

function toPicked({ candidate, score }: Rated, platforms: readonly string[]): Picked {
  const heard = heardOn(candidate, platforms);
  const times = heard.flatMap((one) => one.lastSampledAt?.getTime() ?? []);
  return {
    promptId: candidate.promptId,
    prompt: candidate.prompt,
    priorityScore: score,
    lastSampledAt: times.length === 0 ? null : new Date(Math.max(...times)),
    reason: toReason(heard),
    gains: platforms.map((platform) => ({
      platform,
      gain: gainOf(heard.find((one) => one.platform === platform)),
    })),
  };
}

/** Smaller differences are rounding errors of sums, which vary from moment to moment. */
const LEAST_DIFFERENCE = 1e-6;
const rankOf = ({ score }: Rated): number => Math.round(score / LEAST_DIFFERENCE);

const byUrgency = (one: Rated, other: Rated): number =>
  rankOf(other) - rankOf(one) ||
  one.lastMs - other.lastMs ||
  (one.candidate.promptId < other.candidate.promptId ? -1 : 1);

/**
 * About 5 % of the prompts, at least one, highest score first; empty without configured platforms.
 * Equal scores are ordered by last sampling (never first, then oldest), then by id, so that the order
 * is stable.
 */
export function pick(candidates: readonly Candidate[], platforms: readonly string[]): Picked[] {
  if (platforms.length === 0 || candidates.length === 0) return [];
  const rated = candidates.map((candidate) => rate(candidate, platforms)).sort(byUrgency);
  return rated.slice(0, pickedOf(rated.length)).map((one) => toPicked(one, platforms));
}
