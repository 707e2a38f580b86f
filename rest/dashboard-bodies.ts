import { toWord } from './bodies.js';
import type {
  CompareBrandsQuery,
  CompetitorsBreakdownQuery,
  PromptsAidaQuery,
  PromptsBreakdownQuery,
  SentimentOverviewQuery,
  VisibilityTimeseriesQuery,
} from './generated/graphql.js';

type RootOf<Query extends { brand: unknown }> = NonNullable<Query['brand']>;

interface Rate {
  value: number | null;
  numerator: number;
  denominator: number;
}

interface Interval {
  low: number | null;
  high: number | null;
}

/** REST flattens a rate: value, counts and interval are separate fields. */
const toCounts = ({ numerator, denominator }: Rate) => ({
  answers: denominator,
  mentions: numerator,
});
const toInterval = ({ low, high }: Interval) => ({ low, high });

export const toTimeseries = ({
  brandId,
  visibilitySeries: { points, ...window },
}: RootOf<VisibilityTimeseriesQuery>) => ({
  brandId,
  ...window,
  points: points.map(({ date, visibility, partial, platforms }) => ({
    date,
    visibility: visibility.value,
    ...toCounts(visibility),
    ...toInterval(visibility),
    partial,
    platforms: platforms.map((of) => ({
      platform: of.platform,
      visibility: of.visibility.value,
      ...toCounts(of.visibility),
    })),
  })),
});

export const toCompetitors = ({
  brandId,
  competitorBreakdown: { platforms, ...window },
}: RootOf<CompetitorsBreakdownQuery>) => ({
  brandId,
  ...window,
  platforms: platforms.map(({ platform, entries }) => ({
    platform,
    entries: entries.map(({ visibility, shareOfVoice, ...entry }) => ({
      ...entry,
      visibility: visibility.value,
      ...toCounts(visibility),
      ...toInterval(visibility),
      shareOfVoice: shareOfVoice.value,
    })),
  })),
});

export const toPrompts = ({
  brandId,
  promptBreakdown: { hitRate, coverage, prompts, ...window },
}: RootOf<PromptsBreakdownQuery>) => ({
  brandId,
  ...window,
  hitRate: hitRate.value,
  ...toCounts(hitRate),
  ...toInterval(hitRate),
  coverage: coverage.value,
  prompts: prompts.map(({ hitRate: own, stage, ...prompt }) => ({
    ...prompt,
    stage: toWord(stage),
    hitRate: own.value,
    ...toCounts(own),
    ...toInterval(own),
    state: toWord(own.state),
  })),
});

export const toAida = ({ brandId, aida: { stages, ...window } }: RootOf<PromptsAidaQuery>) => ({
  brandId,
  ...window,
  stages: stages.map(({ stage, prompts, hitRate, netSentiment }) => ({
    stage: toWord(stage),
    prompts,
    ...toCounts(hitRate),
    hitRate: hitRate.value,
    ...toInterval(hitRate),
    netSentiment: netSentiment.value,
  })),
});

type Compared = CompareBrandsQuery['compareBrands']['brands'][number]['standing'];

/** Several rates share one object, so all counts except those of visibility carry the name of their rate. */
const toStanding = (standing: Compared['previous']) => {
  const { visibility, partial, shareOfVoice, averageRank, netSentiment, citationShare } = standing;
  const { positive, neutral, negative } = netSentiment;
  return {
    visibility: visibility.value,
    ...toCounts(visibility),
    ...toInterval(visibility),
    partial,
    shareOfVoice: shareOfVoice.value,
    shareOfVoiceLow: shareOfVoice.low,
    shareOfVoiceHigh: shareOfVoice.high,
    trackedMentions: shareOfVoice.denominator,
    averageRank,
    netSentiment: netSentiment.value,
    netSentimentLow: netSentiment.low,
    netSentimentHigh: netSentiment.high,
    ...{ positive, neutral, negative },
    citationShare: citationShare.value,
    citationShareLow: citationShare.low,
    citationShareHigh: citationShare.high,
    ownedCitations: citationShare.numerator,
    citations: citationShare.denominator,
  };
};

export const toComparison = ({ days, brands }: CompareBrandsQuery['compareBrands']) => ({
  days,
  brands: brands.map(({ brand, standing }) => ({
    ...brand,
    sandbox: standing.sandbox,
    ...toStanding(standing),
    previous: toStanding(standing.previous),
  })),
});

type Alert = RootOf<SentimentOverviewQuery>['sentimentOverview']['alerts'][number];

export const toIncident = <Incident extends Pick<Alert, 'severity' | 'status'>>(
  incident: Incident,
) => ({ ...incident, severity: toWord(incident.severity), status: toWord(incident.status) });

type Sentiment = RootOf<SentimentOverviewQuery>['sentimentOverview']['sentiment'];

const toSentiment = ({ value, ...counts }: Sentiment) => ({ ...counts, netSentiment: value });

export const toSentimentOverview = ({
  brandId,
  sentimentOverview: { days, sandbox, sentiment, methods, series, alerts },
}: RootOf<SentimentOverviewQuery>) => ({
  brandId,
  days,
  sandbox,
  ...toSentiment(sentiment),
  methods: methods.map(toWord),
  series: series.map((day) => ({
    date: day.date,
    ...toSentiment(day.sentiment),
    methods: day.methods.map(toWord),
  })),
  alerts: alerts.map(toIncident),
});
