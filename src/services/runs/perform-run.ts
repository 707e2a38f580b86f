import { notification, runEvent } from '../../database/events.js';
import type { Deps, Statement, StoreDeps, Tenant } from '../../deps.js';
import type { RunPlan } from '../../entities/run.js';
import { storeAnswer } from '../answers/answer.js';
import { type Asked, ask, createAnswerReader, missingEngine } from '../answers/ask.js';
import { createAnswerJudge } from '../answers/judge-answer.js';
import { countStoredNames, createNameCount } from '../brands/competitor-suggestion.js';
import { retryWhileDegraded } from '../input/retry-while-degraded.js';
import { selectRows } from '../input/select.js';
import { chargeCalls } from '../limits/engine-usage.js';
import { completeRun } from './complete-run.js';

export interface BegunRun {
  id: string;
  brandId: string;
  keyId?: string | null;
  platforms: string[];
  samplesPerPrompt: number;
  sandbox: boolean;
  firstRepeat: number;
  plan: RunPlan;
  createdAt: Date;
  namesCounted: number;
}

/** Two signals: `stop` prevents new questions, `abort` cancels those in progress. */
export interface Stopping {
  stop: AbortSignal;
  abort: AbortSignal;
}

/** Starts a run, or restarts one that a dead worker left; ended runs are not changed. */
const BEGIN: Statement = {
  name: 'begin-run',
  text: `with run as (
      update probe_run set status = 'running', started_at = coalesce(started_at, :now), sequence = sequence + 1
      where account_id = :accountId and environment = :environment and id = :runId and status in ('queued', 'running')
      returning id, brand_id, key_id, platforms, samples_per_prompt, sandbox, first_repeat, plan, created_at, answered, failed, names_counted
    )
    select id, brand_id as "brandId", key_id as "keyId", platforms, samples_per_prompt as "samplesPerPrompt", sandbox,
      first_repeat as "firstRepeat", plan, created_at as "createdAt", names_counted as "namesCounted", answered + failed as stored,
      pg_notify(:channel, jsonb_set(:payload::jsonb, '{brandId}', to_jsonb(brand_id))::text) from run`,
};

const UNDER_WAY: Statement = {
  name: 'run-under-way',
  text: `select 1 from probe_run where account_id = :accountId and environment = :environment and id = :runId and status = 'running'`,
};

async function beginRun(
  deps: StoreDeps,
  tenant: Tenant,
  runId: string,
): Promise<(BegunRun & { stored: number }) | null> {
  const [channel, payload] = notification(runEvent(tenant, { id: runId, brandId: '' }, false));
  const [run] = await deps.db.command<BegunRun & { stored: number }>(tenant, BEGIN, {
    runId,
    now: deps.now(),
    channel,
    payload,
  });
  return run ?? null;
}

interface AnswerKey {
  platform: string;
  promptId: string;
  repeat: number;
}

/** Keys of the stored answers of a run. */
const loadAnswerKeys = selectRows<AnswerKey, [runId: string, runAt: Date]>(
  {
    name: 'answer-keys',
    text: `select platform, prompt_id as "promptId", repeat from answer
    where account_id = :accountId and environment = :environment and run_id = :runId and run_at = :runAt`,
  },
  'runId',
  'runAt',
);

const keyOf = ({ platform, promptId, repeat }: AnswerKey): string =>
  `${platform}/${promptId}/${repeat}`;

/** Questions of one platform without a stored answer. */
function openQuestions(run: BegunRun, platform: string, done: ReadonlySet<string>): Asked[] {
  return run.plan.prompts.flatMap((prompt) =>
    Array.from({ length: run.samplesPerPrompt }, (_, repeat) => ({
      platform,
      prompt,
      repeat,
    })).filter(
      (asked) => !done.has(keyOf({ platform, promptId: prompt.promptId, repeat: asked.repeat })),
    ),
  );
}

/** Waits for all, then rejects with the first error. */
async function settleAll(work: readonly Promise<void>[]): Promise<void> {
  const faults = (await Promise.allSettled(work)).filter(({ status }) => status === 'rejected');
  if (faults[0]?.status === 'rejected') throw faults[0].reason;
}

/** Processes a list with limited concurrency until it is finished or stopped. */
async function workOff<T>(
  items: readonly T[],
  atOnce: number,
  stop: AbortSignal,
  work: (item: T) => Promise<boolean>,
): Promise<void> {
  const waiting = items[Symbol.iterator]();
  const worker = async () => {
    for (const item of waiting) {
      if (stop.aborted || !(await work(item))) return;
    }
  };
  await settleAll(Array.from({ length: Math.min(atOnce, items.length) }, worker));
}

/**
 * Asks all open questions of a run, platforms concurrently, stores each answer as it arrives and then
 * completes the run. Safe to repeat after a crash. Rejects when stopped, so that the job returns to
 * the queue.
 */
export async function performRun(
  deps: Deps,
  tenant: Tenant,
  runId: string,
  { stop, abort }: Stopping,
): Promise<void> {
  const run = await beginRun(deps, tenant, runId);
  if (run === null) return;
  const ended = new AbortController();
  const broken = new AbortController();
  let brokenOff = 0;
  const unfollow = deps.events.on('run', (event) => {
    if (event.runId === runId && event.ended) ended.abort();
  });
  const stopped = AbortSignal.any([stop, ended.signal, broken.signal]);
  const aborted = AbortSignal.any([abort, ended.signal]);
  try {
    const stored = run.stored === 0 ? [] : await loadAnswerKeys(deps, tenant, runId, run.createdAt);
    const done = new Set(stored.map(keyOf));
    const names = createNameCount();
    const { brandId, sandbox } = run;
    const { brand } = run.plan;
    const read = createAnswerReader(deps, { brandId, brand, sandbox });
    const judge = createAnswerJudge(deps, tenant, run.plan.brand, {
      brandId: run.brandId,
      keyId: run.keyId,
    });
    const engines = deps.engines.forEnvironment(tenant.environment);

    const askPlatform = async (platform: string) => {
      // An engine that is no longer configured fails with its name; the sandbox never replaces it.
      const engine = engines.sandbox === run.sandbox ? engines.get(platform) : undefined;
      const questions = openQuestions(run, platform, done);
      await workOff(questions, deps.config.platformConcurrency, stopped, async (asked) => {
        const answer = await ask(
          deps,
          engine ?? missingEngine(platform, run.sandbox),
          run,
          asked,
          read,
          aborted,
        );
        if (answer === null) {
          brokenOff += 1;
          return false;
        }
        const judged = (await judge?.(answer, aborted)) ?? answer;
        const isStored = await retryWhileDegraded(
          () => storeAnswer(deps, tenant, run, judged),
          aborted,
        ).catch((error) => {
          broken.abort();
          throw error;
        });
        if (isStored) names.add(judged.untracked);
        return isStored;
      });
    };
    if (run.stored > 0) {
      const namesOf = async (text: string) =>
        (await deps.reader.read('names', { brand, text, language: 'en' })).untracked;
      await countStoredNames(deps, tenant, run, namesOf, names);
    }
    // After a storage failure the other platforms finish their current questions only, so that
    // nothing is still being asked when the job is retried.
    await settleAll(run.platforms.map(askPlatform));
    if (ended.signal.aborted) {
      // A cancellation refunds all unanswered calls; these were interrupted after they had been made,
      // so they are charged.
      if (!run.sandbox && brokenOff > 0)
        await deps.db.transaction(tenant, (tx) => chargeCalls(tx, brokenOff, run.createdAt));
      // The notification of an earlier end may arrive after the run was restarted: then the job must
      // not be lost.
      if ((await deps.db.query(tenant, UNDER_WAY, { runId })).length === 0) return;
      throw new Error('the run was restarted; it continues with the next attempt');
    }
    if (stop.aborted) throw new Error('the worker is stopping; another worker continues the run');
    await retryWhileDegraded(() => completeRun(deps, tenant, run, names), aborted);
  } finally {
    unfollow();
  }
}
