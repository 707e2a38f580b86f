import type { OverviewQuery } from '../../generated/graphql.js';
import { ChartFrame, type ChartSource } from '../../ui/chart/chart-frame.js';
import { asCount, asInterval, asRate } from '../../ui/format.js';
import { ThinSample } from '../../ui/pill.js';
import { platformName } from '../../ui/platform.js';
import { isThin } from '../../ui/sample.js';

type Brand = NonNullable<OverviewQuery['brand']>;

export function Platforms({ brand, source }: { brand: Brand; source: ChartSource }) {
  const rows = brand.competitorBreakdown.platforms
    .map(({ platform, entries }) => ({
      platform,
      visibility: entries.find(({ isBrand }) => isBrand)?.visibility,
    }))
    .sort((a, b) => (b.visibility?.value ?? -1) - (a.visibility?.value ?? -1));
  return (
    <ChartFrame
      title="By platform"
      table={{
        counts: ['Answers'],
        head: ['Platform', 'Visibility', 'Low', 'High', 'Answers'],
        rows: rows.map(({ platform, visibility }) => [
          platformName(platform),
          visibility?.value,
          visibility?.low,
          visibility?.high,
          visibility?.denominator,
        ]),
      }}
      source={source}
      file={`platforms-${brand.id}`}
    >
      <ul className="mt-1 grid gap-3">
        {rows.map(({ platform, visibility }) => (
          <li key={platform} title={asInterval(visibility?.low, visibility?.high)}>
            <div className="flex items-baseline justify-between gap-2 text-sm">
              <span className="font-medium">{platformName(platform)}</span>
              <span className="flex items-baseline gap-2">
                {visibility && isThin(visibility) && <ThinSample />}
                <span className="text-xs text-ink-faint">
                  n = {asCount(visibility?.denominator)}
                </span>
                <span className="w-12 text-end font-medium">{asRate(visibility?.value)}</span>
              </span>
            </div>
            <div className="mt-1 h-1.5 overflow-hidden rounded-full bg-sunken">
              <div
                className="h-full rounded-full bg-accent"
                style={{ width: `${(visibility?.value ?? 0) * 100}%` }}
              />
            </div>
          </li>
        ))}
      </ul>
    </ChartFrame>
  );
}
