import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { graphql } from '../../api/graphql.js';
import { BrandFiltersBar } from '../../app/brand-filters.js';
import { EvidenceDrawer, type EvidenceOf } from '../../app/evidence.js';
import { useBrandFilters, useBrandId, useEnvironment } from '../../app/hooks.js';
import type { VisibilityQuery } from '../../generated/graphql.js';
import { Change } from '../../ui/chart/change.js';
import { ChartFrame } from '../../ui/chart/chart-frame.js';
import { VisibilityChart } from '../../ui/chart/visibility-chart.js';
import { seriesTable } from '../../ui/chart/visibility-table.js';
import { asCount, asDay, asRate } from '../../ui/format.js';
import { Loaded } from '../../ui/loaded.js';
import { PageHeader } from '../../ui/page-header.js';
import { Pill, SandboxPill, ThinSample } from '../../ui/pill.js';
import { platformName } from '../../ui/platform.js';
import { isThin } from '../../ui/sample.js';
import { stageName } from '../../ui/stage.js';
import { EmptyState, Skeleton } from '../../ui/states.js';
import { CellGrid } from '../../ui/table/cell-grid.js';
import { HitCell } from '../../ui/table/hit-cell.js';

const VISIBILITY = graphql(`
  query Visibility($brandId: ID!, $days: Int!, $compare: Boolean!) {
    brand(id: $brandId) {
      id
      name
      visibilitySeries(days: $days) {
        sandbox
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
            ...SeriesRate
          }
          platforms {
            platform
            visibility {
              ...SeriesRate
            }
          }
        }
      }
      promptBreakdown(days: $days) {
        prompts {
          promptId
          text
          stage
          branded
          hitRate {
            value
            numerator
            denominator
            state
          }
          previous @include(if: $compare) {
            value
          }
          platforms {
            platform
            failed
            hitRate {
              numerator
              denominator
            }
          }
        }
      }
    }
  }
  fragment SeriesRate on Rate {
    value
    low
    high
    denominator
  }
`);

type Brand = NonNullable<VisibilityQuery['brand']>;
type Prompt = Brand['promptBreakdown']['prompts'][number];

/** Lowest hit rate first; prompts without answers come last. */
const byWorst = (a: Prompt, b: Prompt): number =>
  (a.hitRate.value ?? 2) - (b.hitRate.value ?? 2) || (a.text < b.text ? -1 : 1);

function Grid({
  prompts,
  platforms,
  onOpen,
}: {
  prompts: readonly Prompt[];
  platforms: readonly string[];
  onOpen: (of: EvidenceOf) => void;
}) {
  const isComparing = prompts.some(({ previous }) => previous != null && previous.value !== null);
  return (
    <CellGrid
      caption="Hits per prompt and platform, lowest hit rate first"
      head={
        <tr>
          <th scope="col">Prompt</th>
          {platforms.map((platform) => (
            <th key={platform} scope="col" className="w-24 text-center!">
              {platformName(platform)}
            </th>
          ))}
          <th scope="col" className="num">
            All
          </th>
          {isComparing && (
            <th scope="col" className="num">
              Change
            </th>
          )}
        </tr>
      }
    >
      {[...prompts].sort(byWorst).map((prompt) => (
        <tr key={prompt.promptId}>
          <th scope="row" className="min-w-40 sm:min-w-56 font-normal!">
            {prompt.text}
            <span className="mt-0.5 flex flex-wrap gap-1.5 text-xs text-ink-faint">
              {stageName(prompt.stage)}
              {prompt.branded && <Pill title="The prompt names the brand">branded</Pill>}
            </span>
          </th>
          {platforms.map((platform) => {
            const cell = prompt.platforms.find((entry) => entry.platform === platform);
            return (
              <td key={platform} className="cell">
                <HitCell
                  hits={cell?.hitRate.numerator ?? 0}
                  answers={cell?.hitRate.denominator ?? 0}
                  failed={cell?.failed ?? 0}
                  label={`${prompt.text}, ${platformName(platform)}`}
                  onOpen={() =>
                    onOpen({
                      title: `${platformName(platform)}: ${prompt.text}`,
                      platform,
                      promptId: prompt.promptId,
                    })
                  }
                />
              </td>
            );
          })}
          <td className="num">
            <span className="font-medium">{asRate(prompt.hitRate.value)}</span>
            <span className="block text-xs text-ink-faint">
              n = {asCount(prompt.hitRate.denominator)}
            </span>
          </td>
          {isComparing && (
            <td className="num text-xs">
              {isThin(prompt.hitRate) ? (
                <ThinSample />
              ) : (
                <Change now={prompt.hitRate.value} before={prompt.previous?.value} quiet />
              )}
            </td>
          )}
        </tr>
      ))}
    </CellGrid>
  );
}

function Content({ brand }: { brand: Brand }) {
  const filters = useBrandFilters();
  const environment = useEnvironment();
  const [evidence, setEvidence] = useState<EvidenceOf | null>(null);
  const { points, before } = brand.visibilitySeries;
  const all = (points[0]?.platforms ?? []).map(({ platform }) => platform);
  const shown =
    filters.platforms.length === 0
      ? all
      : all.filter((platform) => filters.platforms.includes(platform));
  const variables = { brandId: brand.id, days: filters.days, compare: filters.isComparing };
  if (all.length === 0)
    return (
      <div className="card">
        <EmptyState title="No answers in this window">
          Start a run, or choose a longer window.
        </EmptyState>
      </div>
    );
  return (
    <div className="grid gap-4">
      <ChartFrame
        title="Visibility by platform"
        about="Share of answers that name the brand, by UTC day. Select a day to see its answers."
        table={seriesTable(points, all, before)}
        source={{ document: VISIBILITY, variables, environment }}
        file={`visibility-by-platform-${brand.id}`}
      >
        <VisibilityChart
          points={points}
          before={before}
          platforms={shown}
          height={300}
          onDay={(date) => setEvidence({ title: `Answers on ${asDay(date)}`, date })}
        />
      </ChartFrame>
      <section className="card overflow-hidden" aria-labelledby="grid">
        <header className="px-4 pt-3.5 pb-1">
          <h2 id="grid" className="font-semibold">
            Prompts by platform
          </h2>
          <p className="text-xs text-ink-faint">
            Answers that name the brand, out of all answers, lowest hit rate first. A dash means not
            asked, ! means failures. Select a cell to see its answers.
          </p>
        </header>
        <Grid prompts={brand.promptBreakdown.prompts} platforms={shown} onOpen={setEvidence} />
      </section>
      <EvidenceDrawer
        brandId={brand.id}
        days={filters.days}
        of={evidence}
        onClose={() => setEvidence(null)}
      />
    </div>
  );
}

export function Visibility() {
  const brandId = useBrandId();
  const { days, isComparing } = useBrandFilters();
  const query = useQuery(VISIBILITY, { variables: { brandId, days, compare: isComparing } });
  const brand = query.data?.brand ?? query.previousData?.brand;
  const platforms = (brand?.visibilitySeries.points[0]?.platforms ?? []).map(
    ({ platform }) => platform,
  );
  return (
    <>
      <PageHeader
        title="Visibility"
        about={brand && `Where answers name ${brand.name}, and where they do not.`}
        marks={brand?.visibilitySeries.sandbox && <SandboxPill />}
      />
      <div className="mb-4">
        <BrandFiltersBar platforms={platforms} compares />
      </div>
      <Loaded query={query} skeleton={<Skeleton className="h-[480px]" />}>
        {({ brand: loaded }) => loaded && <Content brand={loaded} />}
      </Loaded>
    </>
  );
}
