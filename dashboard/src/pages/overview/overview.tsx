import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { graphql } from '../../api/graphql.js';
import { BrandFiltersBar } from '../../app/brand-filters.js';
import { EvidenceDrawer, type EvidenceOf } from '../../app/evidence.js';
import { useBrandFilters, useBrandId, useEnvironment, useMayWrite } from '../../app/hooks.js';
import type { OverviewQuery } from '../../generated/graphql.js';
import { Button } from '../../ui/button.js';
import { ChartFrame } from '../../ui/chart/chart-frame.js';
import { VisibilityChart } from '../../ui/chart/visibility-chart.js';
import { seriesTable } from '../../ui/chart/visibility-table.js';
import { asCounted, asDay } from '../../ui/format.js';
import { Loaded } from '../../ui/loaded.js';
import { PageHeader } from '../../ui/page-header.js';
import { Pill, SandboxPill } from '../../ui/pill.js';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.js';
import { StartRun } from '../runs/start-run.js';
import { Changes } from './overview-changes.js';
import { Kpis } from './overview-kpis.js';
import { Movers } from './overview-movers.js';
import { Platforms } from './overview-platforms.js';

const OVERVIEW = graphql(`
  query Overview($brandId: ID!, $days: Int!, $compare: Boolean!) {
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
        uncertain
        averageRank
        ranked
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
        previous @include(if: $compare) {
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
      incidents(first: 1) {
        totalCount
      }
      changes(days: $days, first: 12) {
        kind
        at
        subject
        subjectId
        severity
        owned
        before
        after
      }
      promptBreakdown(days: $days) {
        prompts {
          promptId
          text
          hitRate {
            value
            denominator
          }
          previous @include(if: $compare) {
            value
            denominator
          }
        }
      }
      visibilitySeries(days: $days) {
        before @include(if: $compare) {
          date
          visibility {
            value
          }
        }
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

function Content({ brand }: { brand: Brand }) {
  const filters = useBrandFilters();
  const environment = useEnvironment();
  const { points, before } = brand.visibilitySeries;
  const all = (points[0]?.platforms ?? []).map(({ platform }) => platform);
  const shown = filters.platforms.length === 0 ? all : filters.platforms;
  const [evidence, setEvidence] = useState<EvidenceOf | null>(null);
  const variables = { brandId: brand.id, days: filters.days, compare: filters.isComparing };
  const source = { document: OVERVIEW, variables, environment };
  return (
    <div className="grid gap-4">
      <Kpis brand={brand} />
      <ChartFrame
        title="Visibility per day"
        about={`Share of answers that name ${brand.name}, by UTC day. Select a day to see its answers.`}
        table={seriesTable(points, all, before)}
        source={source}
        file={`visibility-${brand.id}`}
      >
        <VisibilityChart
          points={points}
          before={before}
          platforms={shown}
          onDay={(date) => setEvidence({ title: `Answers on ${asDay(date)}`, date })}
        />
      </ChartFrame>
      <div className="grid gap-4 xl:grid-cols-2">
        <Platforms brand={brand} source={source} />
        <Changes brand={brand} days={filters.days} onEvidence={setEvidence} />
      </div>
      {filters.isComparing && <Movers brand={brand} />}
      <EvidenceDrawer
        brandId={brand.id}
        days={evidence?.days ?? filters.days}
        of={evidence}
        onClose={() => setEvidence(null)}
      />
    </div>
  );
}

const OverviewSkeleton = () => (
  <div className="grid gap-4">
    <div className="grid gap-3 min-[360px]:grid-cols-2 md:grid-cols-3 2xl:grid-cols-6">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} className="h-[104px]" />
      ))}
    </div>
    <Skeleton className="h-[360px]" />
  </div>
);

export function Overview() {
  const brandId = useBrandId();
  const { days, isComparing } = useBrandFilters();
  const query = useQuery(OVERVIEW, { variables: { brandId, days, compare: isComparing } });
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
            {brand != null && brand.standing.uncertain > 0 && (
              <Pill tone="warn">
                {asCounted(brand.standing.uncertain, 'answer')} may mean another word
              </Pill>
            )}
          </>
        }
        actions={brand && start}
      />
      <div className="mb-4">
        <BrandFiltersBar platforms={platforms} compares />
      </div>
      <Loaded query={query} skeleton={<OverviewSkeleton />}>
        {({ brand: loaded }) =>
          loaded === null ? (
            <ErrorState
              error={{ code: 'NOT_FOUND', message: 'This brand does not exist.', requestId: null }}
            />
          ) : loaded.lastScan === null ? (
            <div className="card">
              <EmptyState title="No runs yet" action={start}>
                A run asks each enabled prompt on every platform. The metrics are based on the
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
