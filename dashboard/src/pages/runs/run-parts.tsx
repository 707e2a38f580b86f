import clsx from 'clsx';
import { hasEnded, type Step } from '../../api/run-progress.js';
import type { RunQuery } from '../../generated/graphql.js';
import { ProgressBar } from '../../ui/chart/progress-bar.js';
import { asCount, asCounted, asDuration, asInterval, asRate } from '../../ui/format.js';
import { Pill, ThinSample } from '../../ui/pill.js';
import { platformName } from '../../ui/platform.js';
import { isThin } from '../../ui/sample.js';
import { type Tally, tallyBy } from './run-tally.js';

type Run = NonNullable<RunQuery['probeRun']>;

/** Remaining milliseconds at the pace so far; the server's estimate until three answers are in. */
function leftMs(
  run: Pick<Run, 'startedAt' | 'expectedAnswers' | 'estimatedCompletionMs'>,
  done: number,
) {
  if (run.startedAt === null || done < 3) return run.estimatedCompletionMs;
  const spent = Date.now() - new Date(run.startedAt).getTime();
  return Math.max(0, (spent / done) * (run.expectedAnswers - done));
}

export function Summary({ run, done, total }: { run: Run; done: Tally; total: number }) {
  const came = done.answered + done.failed;
  const isOver = hasEnded(run.status);
  const visibility = run.measures?.visibility;
  return (
    <section className="card px-4 py-3.5" aria-label="Progress">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p className="text-lg font-semibold" role="status">
          {asCount(done.answered)} of {asCounted(total, 'answer')}
          {done.failed > 0 && <span className="text-warn">, {asCount(done.failed)} failed</span>}
        </p>
        <p className="text-sm text-ink-soft">
          {isOver
            ? run.startedAt && run.completedAt
              ? `Took ${asDuration(new Date(run.completedAt).getTime() - new Date(run.startedAt).getTime())}`
              : 'Ended'
            : run.status === 'QUEUED'
              ? 'Waiting for a worker'
              : `About ${asDuration(leftMs({ ...run, expectedAnswers: total }, came))} left`}
        </p>
      </div>
      <div className="mt-2">
        <ProgressBar label="All answers" done={done.answered} failed={done.failed} total={total} />
      </div>
      {visibility && visibility.denominator > 0 && (
        <p className="mt-2 flex flex-wrap items-center gap-2 text-sm text-ink-soft">
          <span>
            Visibility <strong className="text-ink">{asRate(visibility.value)}</strong>, n ={' '}
            {asCount(visibility.denominator)}, {asInterval(visibility.low, visibility.high)}
          </span>
          {isThin(visibility) && <ThinSample />}
          {run.measures?.partial && <Pill tone="warn">partial: a platform failed</Pill>}
        </p>
      )}
    </section>
  );
}

export function PlatformBars({
  run,
  steps,
  isWide,
}: {
  run: Run;
  steps: readonly Step[];
  isWide: boolean;
}) {
  const tallies = tallyBy(steps, ({ platform }) => platform);
  const total = run.expectedAnswers / run.platforms.length;
  return (
    <section className="card px-4 py-3.5" aria-labelledby="platforms">
      <h2 id="platforms" className="font-semibold">
        Platforms
      </h2>
      <ul className={clsx('mt-3 grid gap-x-8 gap-y-3', isWide && 'sm:grid-cols-2 xl:grid-cols-3')}>
        {run.platforms.map((platform) => {
          const { answered = 0, failed = 0, mentions = 0 } = tallies.get(platform) ?? {};
          return (
            <li key={platform}>
              <div className="flex items-baseline justify-between gap-2 text-sm">
                <span className="font-medium">{platformName(platform)}</span>
                <span className="text-xs text-ink-faint">
                  {failed > 0 && <span className="text-warn">{asCount(failed)} failed · </span>}
                  named in {asCount(mentions)} · {asCount(answered)} / {asCount(total)}
                </span>
              </div>
              <div className="mt-1">
                <ProgressBar
                  label={platformName(platform)}
                  done={answered}
                  failed={failed}
                  total={total}
                />
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

export function Errors({ steps }: { steps: readonly Step[] }) {
  const failures = steps.filter(({ status }) => status === 'FAILED');
  if (failures.length === 0) return null;
  const tallies = tallyBy(failures, ({ platform, errorCode }) => `${platform} ${errorCode}`);
  return (
    <section className="card px-4 py-3.5" aria-labelledby="errors">
      <h2 id="errors" className="font-semibold">
        Failures
      </h2>
      <ul className="mt-2 divide-y divide-line text-sm">
        {[...tallies].map(([key, { failed }]) => {
          const [platform = '', code = ''] = key.split(' ');
          return (
            <li key={key} className="flex justify-between gap-3 py-1.5">
              <span>
                {platformName(platform)} <code className="font-mono text-xs text-warn">{code}</code>
              </span>
              <span>{asCount(failed)}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

export function EventLog({
  latest,
  texts,
}: {
  latest: readonly Step[];
  texts: ReadonlyMap<string, string>;
}) {
  return (
    <section className="card flex min-h-0 flex-col px-4 py-3.5" aria-labelledby="log">
      <h2 id="log" className="font-semibold">
        Event log
      </h2>
      {latest.length === 0 ? (
        <p className="mt-2 text-sm text-ink-soft">Answers appear here as they arrive.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
        <ol className="mt-2 grid max-h-72 gap-1 overflow-y-auto text-xs" tabIndex={0}>
          {latest.map((step) => (
            <li
              key={`${step.platform} ${step.promptId} ${step.repeat}`}
              className="flex items-baseline gap-2"
            >
              <span className="w-20 shrink-0 font-medium">{platformName(step.platform)}</span>
              <span className="min-w-0 flex-1 truncate text-ink-soft">
                {texts.get(step.promptId)}
              </span>
              <span className={step.status === 'FAILED' ? 'text-warn' : 'text-ink-soft'}>
                {step.status === 'FAILED' ? step.errorCode : step.mentioned ? 'named' : 'not named'}
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
