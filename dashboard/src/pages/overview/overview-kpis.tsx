import type { OverviewQuery } from '../../generated/graphql.js';
import { Change } from '../../ui/chart/change.js';
import { KpiCard } from '../../ui/chart/kpi-card.js';
import { asCount, asInterval, asRank, asRate, asSigned } from '../../ui/format.js';
import { isThin } from '../../ui/sample.js';

type Brand = NonNullable<OverviewQuery['brand']>;
type Standing = Brand['standing'];

/** Smallest number of answers that is not a thin sample. */
const FEWEST = 21;

function RateCard({
  label,
  now,
  before,
}: {
  label: string;
  now: Standing['visibility'];
  before: { value: number | null } | undefined;
}) {
  return (
    <KpiCard
      label={label}
      value={asRate(now.value)}
      change={before && <Change now={now.value} before={before.value} />}
      basis={`n = ${asCount(now.denominator)}`}
      interval={now.value === null ? undefined : asInterval(now.low, now.high)}
      thin={isThin(now)}
    />
  );
}

export function Kpis({ brand }: { brand: Brand }) {
  const { standing, incidents } = brand;
  const { previous, netSentiment } = standing;
  const labelled = netSentiment.positive + netSentiment.neutral + netSentiment.negative;
  return (
    <dl className="grid gap-3 min-[360px]:grid-cols-2 md:grid-cols-3 2xl:grid-cols-6">
      <RateCard label="Visibility" now={standing.visibility} before={previous?.visibility} />
      <RateCard
        label="Share of voice"
        now={standing.shareOfVoice}
        before={previous?.shareOfVoice}
      />
      <KpiCard
        label="Average position"
        value={asRank(standing.averageRank)}
        change={
          previous && (
            <Change
              now={standing.averageRank}
              before={previous.averageRank}
              write={asSigned}
              lowerIsBetter
            />
          )
        }
        basis={`n = ${asCount(standing.ranked)}`}
        thin={standing.ranked > 0 && standing.ranked < FEWEST}
      />
      <RateCard
        label="Citation share"
        now={standing.citationShare}
        before={previous?.citationShare}
      />
      <KpiCard
        label="Net sentiment"
        value={asSigned(netSentiment.value)}
        change={
          previous && (
            <Change
              now={netSentiment.value}
              before={previous.netSentiment.value}
              write={asSigned}
            />
          )
        }
        basis={`n = ${asCount(labelled)}`}
        interval={
          netSentiment.low === null || netSentiment.high === null
            ? undefined
            : `95% interval ${asSigned(netSentiment.low)} to ${asSigned(netSentiment.high)}`
        }
        thin={labelled > 0 && labelled < FEWEST}
      />
      <KpiCard
        label="Open incidents"
        value={asCount(incidents.totalCount)}
        change={incidents.totalCount === 0 ? 'nothing to investigate' : 'not yet resolved'}
      />
    </dl>
  );
}
