import { useQuery } from '@apollo/client/react';
import { Link } from '@tanstack/react-router';
import clsx from 'clsx';
import { lazy, Suspense, useState } from 'react';
import { graphql } from '../api/graphql.js';
import { BrandFiltersBar } from '../app/brand-filters.js';
import { EvidenceDrawer, type EvidenceOf } from '../app/evidence.js';
import { useBrandFilters, useBrandId, useEnvironment, useMayWrite } from '../app/hooks.js';
import type { OverviewQuery } from '../generated/graphql.js';
import { Ago } from '../ui/ago.js';
import { Button } from '../ui/button.js';
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
import { StartRun } from './start-run.js';

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
      promptBreakdown(days: $days) {
        prompts {
          promptId
          text
          hitRate {
            value
            denominator
          }
          previous {
            value
            denominator
          }
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

interface Mover {
  promptId: string;
  text: string;
  now: number;
  before: number;
}

const SHOWN_MOVERS = 5;

/** Prompts that were asked in both windows, by how much they changed. */
const moversOf = ({ prompts }: Brand['promptBreakdown']): Mover[] =>
  prompts.flatMap(({ promptId, text, hitRate, previous }) =>
    hitRate.value === null || previous.value === null
      ? []
      : [{ promptId, text, now: hitRate.value, before: previous.value }],
  );

function MoverList({
  title,
  movers,
  brandId,
}: {
  title: string;
  movers: readonly Mover[];
  brandId: string;
}) {
  return (
    <div>
      <h3 className="text-sm font-medium text-ink-soft">{title}</h3>
      {movers.length === 0 ? (
        <p className="mt-1 text-sm text-ink-faint">None.</p>
      ) : (
        <ul className="mt-1 divide-y divide-line text-sm">
          {movers.map(({ promptId, text, now, before }) => (
            <li key={promptId} className="flex items-baseline justify-between gap-3 py-1.5">
              <Link
                to="/dashboard/brands/$brandId/prompts/$promptId"
                params={{ brandId, promptId }}
                className="min-w-0 text-ink no-underline hover:underline"
              >
                {text}
              </Link>
              <Change now={now} before={before} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Movers({ brand }: { brand: Brand }) {
  const movers = moversOf(brand.promptBreakdown).sort(
    (a, b) => b.now - b.before - (a.now - a.before),
  );
  return (
    <section className="card px-4 py-3.5" aria-labelledby="movers">
      <h2 id="movers" className="font-semibold">
        Prompts that moved
      </h2>
      <p className="text-xs text-ink-faint">
        Hit rates against the period before, of prompts that were asked in both.
      </p>
      {movers.length === 0 && <p className="mt-2 text-sm text-ink-soft">None was asked in both.</p>}
      <div
        className={clsx(
          'mt-3 grid gap-x-8 gap-y-4 lg:grid-cols-2',
          movers.length === 0 && 'hidden',
        )}
      >
        <MoverList
          title="Rising"
          brandId={brand.id}
          movers={movers.filter(({ now, before }) => now > before).slice(0, SHOWN_MOVERS)}
        />
        <MoverList
          title="Falling"
          brandId={brand.id}
          movers={movers
            .filter(({ now, before }) => now < before)
            .reverse()
            .slice(0, SHOWN_MOVERS)}
        />
      </div>
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
      <Movers brand={brand} />
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
  const [isStarting, setStarting] = useState(false);
  const start = useMayWrite() && (
    <Button kind="primary" onClick={() => setStarting(true)}>
      Start a run
    </Button>
  );
  const brand = query.data?.brand ?? query.previousData?.brand;
  const platforms = (brand?.visibilitySeries.points[0]?.platforms ?? []).map(
    ({ platform }) => platform,
  );
  return (
    <>
      <PageHeader
        title={brand?.name ?? 'Overview'}
        about={brand?.category}
        marks={
          <>
            {brand?.standing.sandbox && <SandboxPill />}
            {brand?.standing.partial && <Pill tone="warn">partial: a platform failed</Pill>}
          </>
        }
        actions={start}
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
            <div className="card">
              <EmptyState title="Nothing was asked yet" action={start}>
                A run asks each enabled prompt on every platform, and the numbers come from the
                answers.
              </EmptyState>
            </div>
          ) : (
            <Content brand={loaded} />
          )
        }
      </Loaded>
      <StartRun brandId={brandId} open={isStarting} onClose={() => setStarting(false)} />
    </>
  );
}
