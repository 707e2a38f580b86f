import type { OverviewQuery } from '../generated/graphql.js';
import { Ago } from '../ui/ago.js';
import { asCount, asInterval, asRate } from '../ui/format.js';
import { Pill, ThinSample } from '../ui/pill.js';
import { platformName } from '../ui/platform.js';
import { isThin } from '../ui/sample.js';

type Brand = NonNullable<OverviewQuery['brand']>;

export function Platforms({ brand }: { brand: Brand }) {
  const rows = brand.competitorBreakdown.platforms
    .map(({ platform, entries }) => ({
      platform,
      visibility: entries.find(({ isBrand }) => isBrand)?.visibility,
    }))
    .sort((a, b) => (b.visibility?.value ?? -1) - (a.visibility?.value ?? -1));
  return (
    <section className="card px-4 py-3.5" aria-labelledby="by-platform">
      <h2 id="by-platform" className="font-semibold">
        By platform
      </h2>
      <ul className="mt-3 grid gap-3">
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
    </section>
  );
}

export function Incidents({ brand }: { brand: Brand }) {
  const { nodes } = brand.incidents;
  return (
    <section className="card px-4 py-3.5" aria-labelledby="latest">
      <h2 id="latest" className="font-semibold">
        Latest incidents
      </h2>
      {nodes.length === 0 ? (
        <p className="mt-2 text-ink-soft">
          None is open. A drop, a surge of negative mentions or an invented fact would open one.
        </p>
      ) : (
        <ul className="mt-2 divide-y divide-line">
          {nodes.map((incident) => (
            <li key={incident.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
              <Pill tone={/CRITICAL|HIGH/.test(incident.severity) ? 'bad' : 'warn'}>
                {incident.severity.toLowerCase()}
              </Pill>
              <span className="min-w-0 flex-1 basis-60">{incident.title}</span>
              <span className="text-xs text-ink-faint">
                {incident.status.toLowerCase()} · <Ago time={incident.openedAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
