import { Counter, Histogram, type Registry } from 'prom-client';
import type { JobObserver } from '../jobs/worker.js';
import type { PostObserver } from '../webhooks/attempt.js';

/** Times and counts the jobs that this process works off. */
export function createJobMetrics(registry: Registry): JobObserver {
  const registers = [registry];
  const seconds = new Histogram({
    name: 'answerscope_job_seconds',
    help: 'Time of a job from its taking to its end.',
    labelNames: ['job'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 1_800, 7_200],
    registers,
  });
  const ended = new Counter({
    name: 'answerscope_jobs_ended_total',
    help: 'Jobs by what came of them: done, failed (and tried again), or handed_back by a worker that stops.',
    labelNames: ['job', 'outcome'],
    registers,
  });
  return ({ job, outcome, seconds: taken }) => {
    seconds.observe({ job }, taken);
    ended.inc({ job, outcome });
  };
}

/** Times and counts the webhook attempts of this process. */
export function createPostMetrics(registry: Registry): PostObserver {
  const registers = [registry];
  const seconds = new Histogram({
    name: 'answerscope_webhook_attempt_seconds',
    help: 'Time until a receiver had answered, or the attempt was given up.',
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
    registers,
  });
  /** A counter takes microseconds to find its labels, so it is told when somebody reads it. */
  const attempts = new Map<string, number>();
  new Counter({
    name: 'answerscope_webhook_attempts_total',
    help: 'Attempts by what became of their delivery: delivered, pending (tried again later) or exhausted.',
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
