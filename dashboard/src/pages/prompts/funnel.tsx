import type { PromptsQuery } from '../../generated/graphql.js';
import { ChartFrame, type ChartSource } from '../../ui/chart/chart-frame.js';
import { asCount, asCounted, asInterval, asRate } from '../../ui/format.js';
import { ThinSample } from '../../ui/pill.js';
import { isThin } from '../../ui/sample.js';
import { stageName } from '../../ui/stage.js';

type Brand = NonNullable<PromptsQuery['brand']>;

/** Hit rate of each of the four stages as a bar, with its sample size. */
export function Funnel({ brand, source }: { brand: Brand; source: ChartSource }) {
  return (
    <ChartFrame
      title="By stage"
      about="Share of answers that name the brand, from first interest to purchase."
      table={{
        counts: ['Answers', 'Prompts'],
        head: ['Stage', 'Hit rate', 'Low', 'High', 'Answers', 'Prompts'],
        rows: brand.aida.stages.map(({ stage, prompts, hitRate }) => [
          stageName(stage),
          hitRate.value,
          hitRate.low,
          hitRate.high,
          hitRate.denominator,
          prompts,
        ]),
      }}
      source={source}
      file={`stages-${brand.id}`}
    >
      <ul className="mt-1 grid gap-x-6 gap-y-3 sm:grid-cols-2 xl:grid-cols-4">
        {brand.aida.stages.map(({ stage, prompts, hitRate }) => (
          <li key={stage} title={asInterval(hitRate.low, hitRate.high)}>
            <div className="flex items-baseline justify-between gap-2 text-sm">
              <span className="font-medium">{stageName(stage)}</span>
              <span className="font-medium">{asRate(hitRate.value)}</span>
            </div>
            <div className="mt-1 h-1.5 overflow-hidden rounded-full bg-sunken">
              <div
                className="h-full rounded-full bg-accent"
                style={{ width: `${(hitRate.value ?? 0) * 100}%` }}
              />
            </div>
            <p className="mt-1 flex items-center justify-between gap-2 text-xs text-ink-faint">
              <span>
                n = {asCount(hitRate.denominator)}, {asCounted(prompts, 'prompt')}
              </span>
              {isThin(hitRate) && <ThinSample />}
            </p>
          </li>
        ))}
      </ul>
    </ChartFrame>
  );
}
