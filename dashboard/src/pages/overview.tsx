import { useQuery } from '@apollo/client/react';
import { lazy, Suspense, useState } from 'react';
import { graphql } from '../api/graphql.js';
import { BrandFiltersBar } from '../app/brand-filters.js';
import { EvidenceDrawer, type EvidenceOf } from '../app/evidence.js';
import { useBrandFilters, useBrandId, useEnvironment } from '../app/hooks.js';
import type { OverviewQuery } from '../generated/graphql.js';
import { Ago } from '../ui/ago.js';
import { Change } from '../ui/change.js';
import { ChartFrame } from '../ui/chart-frame.js';
import { asCount, asDay, asInterval, asRank, asRate, asSigned } from '../ui/format.js';
import { KpiCard } from '../ui/kpi-card.js';
import { Loaded } from '../ui/loaded.js';
import { PageHeader } from '../ui/page-header.js';
import { Pill, SandboxPill, ThinSample } from '../ui/pill.js';
import { platformName } from '../ui/platform.js';
import { isThin } from '../ui/sample.js';
import { EmptyState, ErrorState, Skeleton } from '../ui/states.js';
import { seriesTable } from '../ui/visibility-table.js';

const VisibilityChart = lazy(() =>
  import('../ui/visibility-chart.js').then((file) => ({ default: file.VisibilityChart })),
);

const OVERVIEW = graphql(`
  query Overview($brandId: ID!, $days: Int!) {
    brand(id: $brandId) {
      id
      name
      category
      lastScan {
        id
        completedAt
        failures {
          platform
          code
          count
        }
      }
      standing(days: $days) {
        sandbox
        partial
        averageRank
        visibility {
          ...KpiRate
        }
        shareOfVoice {
          ...KpiRate
        }
        citationShare {
          ...KpiRate
        }
        netSentiment {
          value
          low
          high
          positive
          neutral
          negative
        }
        previous {
          averageRank
          visibility {
            value
          }
          shareOfVoice {
            value
          }
          citationShare {
            value
          }
          netSentiment {
            value
          }
        }
      }
      incidents(first: 5) {
        totalCount
        nodes {
          id
          title
          severity
          status
          openedAt
        }
      }
      visibilitySeries(days: $days) {
        points {
          date
          partial
          visibility {
            ...KpiRate
          }
          platforms {
            platform
            visibility {
              ...KpiRate
            }
          }
        }
      }
      competitorBreakdown(days: $days) {
        platforms {
          platform
          entries {
            isBrand
            visibility {
              ...KpiRate
            }
          }
        }
      }
    }
  }
  fragment KpiRate on Rate {
    value
    low
    high
    denominator
    state
  }
`);

type Brand = NonNullable<OverviewQuery['brand']>;
type Standing = Brand['standing'];

function RateCard({
  label,
  now,
  before,
}: {
  label: string;
  now: Standing['visibility'];
  before: { value: number | null };
}) {
  return (
    <KpiCard
      label={label}
      value={asRate(now.value)}
      change={<Change now={now.value} before={before.value} />}
      basis={`n = ${asCount(now.denominator)}`}
      interval={now.value === null ? undefined : asInterval(now.low, now.high)}
      thin={isThin(now)}
    />
  );
}

function Kpis({ brand }: { brand: Brand }) {
  const { standing, incidents } = brand;
  const { previous, netSentiment } = standing;
  const labelled = netSentiment.positive + netSentiment.neutral + netSentiment.negative;
  const ranked = standing.visibility.denominator;
  return (
    <dl className="grid gap-3 min-[480px]:grid-cols-2 md:grid-cols-3 2xl:grid-cols-6">
      <RateCard label="Visibility" now={standing.visibility} before={previous.visibility} />
      <RateCard label="Share of voice" now={standing.shareOfVoice} before={previous.shareOfVoice} />
      <KpiCard
        label="Average position"
        value={asRank(standing.averageRank)}
        change={
          <Change
            now={standing.averageRank}
            before={previous.averageRank}
            write={asSigned}
            lowerIsBetter
          />
        }
        basis={`n = ${asCount(ranked)}`}
        thin={isThin(standing.visibility)}
      />
      <RateCard
        label="Citation share"
        now={standing.citationShare}
        before={previous.citationShare}
      />
      <KpiCard
        label="Net sentiment"
        value={asSigned(netSentiment.value)}
        change={
          <Change now={netSentiment.value} before={previous.netSentiment.value} write={asSigned} />
        }
        basis={`n = ${asCount(labelled)}`}
        interval={
          netSentiment.low === null || netSentiment.high === null
            ? undefined
            : `95 % interval ${asSigned(netSentiment.low)} to ${asSigned(netSentiment.high)}`
        }
        thin={labelled > 0 && labelled < 21}
      />
      <KpiCard
        label="Open incidents"
        value={asCount(incidents.totalCount)}
        change={incidents.totalCount === 0 ? 'nothing to look into' : 'not resolved yet'}
      />
    </dl>
  );
}

function Platforms({ brand }: { brand: Brand }) {
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

function Incidents({ brand }: { brand: Brand }) {
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

function Content({ brand }: { brand: Brand }) {
  const filters = useBrandFilters();
  const environment = useEnvironment();
  const { points } = brand.visibilitySeries;
  const all = (points[0]?.platforms ?? []).map(({ platform }) => platform);
  const shown = filters.platforms.length === 0 ? all : filters.platforms;
  const [evidence, setEvidence] = useState<EvidenceOf | null>(null);
  const variables = { brandId: brand.id, days: filters.days };
  return (
    <div className="grid gap-4">
      <Kpis brand={brand} />
      <ChartFrame
        title="Visibility per day"
        about={`Share of answers that name ${brand.name}, by UTC day. A click on a day opens its answers.`}
        table={seriesTable(points, all)}
        source={{ document: OVERVIEW, variables, environment }}
        file={`visibility-${brand.id}`}
      >
        <Suspense fallback={<Skeleton className="h-[284px]" />}>
          <VisibilityChart
            points={points}
            platforms={shown}
            onDay={(date) => setEvidence({ title: `Answers of ${asDay(date)}`, date })}
          />
        </Suspense>
      </ChartFrame>
      <div className="grid gap-4 xl:grid-cols-2">
        <Platforms brand={brand} />
        <Incidents brand={brand} />
      </div>
      <EvidenceDrawer
        brandId={brand.id}
        days={filters.days}
        of={evidence}
        onClose={() => setEvidence(null)}
      />
    </div>
  );
}

const OverviewSkeleton = () => (
  <div className="grid gap-4">
    <div className="grid gap-3 min-[480px]:grid-cols-2 md:grid-cols-3 2xl:grid-cols-6">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} className="h-[104px]" />
      ))}
    </div>
    <Skeleton className="h-[360px]" />
  </div>
);

export function Overview() {
  const brandId = useBrandId();
  const { days } = useBrandFilters();
  const query = useQuery(OVERVIEW, { variables: { brandId, days } });
  const brand = query.data?.brand ?? query.previousData?.brand;
  const platforms = (brand?.visibilitySeries.points[0]?.platforms ?? []).map(
    ({ platform }) => platform,
  );
  return (
    <>
      <PageHeader
        title={brand?.name ?? 'Overview'}
        about={brand?.category}
        marks={brand?.standing.sandbox && <SandboxPill />}
      />
      <div className="mb-4">
        <BrandFiltersBar platforms={platforms} />
      </div>
      <Loaded query={query} skeleton={<OverviewSkeleton />}>
        {({ brand: loaded }) =>
          loaded === null ? (
            <ErrorState
              error={{ code: 'NOT_FOUND', message: 'This brand does not exist.', requestId: null }}
            />
          ) : loaded.lastScan === null ? (
            <EmptyState title="Nothing was asked yet">
              Start a run: each enabled prompt is asked on every platform, and the numbers come from
              the answers.
            </EmptyState>
          ) : (
            <Content brand={loaded} />
          )
        }
      </Loaded>
    </>
  );
}
