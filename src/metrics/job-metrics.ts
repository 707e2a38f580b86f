import { Counter, Histogram, type Registry } from 'prom-client';
import type { JobObserver } from '../jobs/worker.js';
import type { PostObserver } from '../webhooks/attempt.js';

/** Measures and counts the jobs of this process. */
export function createJobMetrics(registry: Registry): JobObserver {
  const registers = [registry];
  const seconds = new Histogram({
    name: 'answerscope_job_seconds',
    help: 'Seconds from taking a job to its end.',
    labelNames: ['job'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 1_800, 7_200],
    registers,
  });
  const ended = new Counter({
    name: 'answerscope_jobs_ended_total',
    help: 'Jobs by outcome: done, failed (and retried), or handed_back by a stopping worker.',
    labelNames: ['job', 'outcome'],
    registers,
  });
  return ({ job, outcome, seconds: taken }) => {
    seconds.observe({ job }, taken);
    ended.inc({ job, outcome });
  };
}

/** Measures and counts the webhook attempts of this process. */
export function createPostMetrics(registry: Registry): PostObserver {
  const registers = [registry];
  const seconds = new Histogram({
    name: 'answerscope_webhook_attempt_seconds',
    help: 'Seconds until the receiver answered or the attempt was aborted.',
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
    registers,
  });
  /** Updating a counter takes microseconds to look up its labels, so it is updated only on a scrape. */
  const attempts = new Map<string, number>();
  new Counter({
    name: 'answerscope_webhook_attempts_total',
    help: 'Webhook attempts by the resulting state of the delivery: delivered, pending (to be retried) or exhausted.',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset();
      for (const [outcome, count] of attempts) this.inc({ outcome }, count);
    },
  });
  return ({ outcome, seconds: taken }) => {
    seconds.observe(taken);
    attempts.set(outcome, (attempts.get(outcome) ?? 0) + 1);
  };
}
