import type { Statement, StoreDeps, Tenant } from '../../deps.js';
import { NEGATIVE_SURGE } from '../../domain/incidents/incident.js';
import {
  type NetSentiment,
  netSentiment,
  type PromptSentiment,
} from '../../domain/measures/net-sentiment.js';
import { datesOf, type Window } from '../../domain/time/window.js';
import { INCIDENT_COLUMNS, type IncidentRow, MOST_INCIDENTS } from '../incidents/incident.js';
import { type BrandWindow, COUNTED, OF_BRANDS, toValues } from './brand-window.js';

export interface SentimentOverview {
  brandId: string;
  days: number;
  sandbox: boolean;
  sentiment: NetSentiment;
  methods: string[];
  series: { date: string; sentiment: NetSentiment; methods: string[] }[];
  alerts: IncidentRow[];
}

/** One prompt on one day. */
interface Day extends PromptSentiment {
  brandId: string;
  date: string;
  methods: string[];
}

const DAYS: Statement = {
  name: 'sentiment-days',
  text: `select day.* from ${OF_BRANDS} cross join lateral (
      select wanted.brand_id as "brandId", a.run_at::date as date, a.prompt_id as "promptId",
        count(*) filter (where a.sentiment = 'positive') as positive,
        count(*) filter (where a.sentiment = 'neutral' and a.sentiment_method <> 'none') as neutral,
        count(*) filter (where a.sentiment = 'negative') as negative,
        array_remove(array_agg(distinct a.sentiment_method), null) as methods
      from answer a where ${COUNTED} and a.mentioned and a.sentiment is not null group by 2, 3
    ) day`,
};
/** Surges that opened in the window, and older surges that are not resolved. */
const ALERTS: Statement = {
  name: 'sentiment-alerts',
  text: `select alert.* from ${OF_BRANDS} cross join lateral (
      select ${INCIDENT_COLUMNS} from incident i
      where i.account_id = :accountId and i.environment = :environment and i.brand_id = wanted.brand_id and i.sandbox = wanted.sandbox
        and i.type = '${NEGATIVE_SURGE}' and i.opened_at < :until and (i.opened_at >= :from or i.status <> 'resolved')
      order by i.opened_at desc, i.id limit ${MOST_INCIDENTS}
    ) alert`,
};

const methodsOf = (days: readonly Day[]): string[] =>
  [...new Set(days.flatMap(({ methods }) => methods))].sort();

/** In the order of the brands. */
export async function loadSentimentOverviews(
  deps: StoreDeps,
  tenant: Tenant,
  brands: readonly BrandWindow[],
  window: Window,
): Promise<SentimentOverview[]> {
  const values = toValues(brands, window);
  const [days, alerts] = await Promise.all([
    deps.db.query<Day>(tenant, DAYS, values),
    deps.db.query<IncidentRow>(tenant, ALERTS, values),
  ]);
  const byBrand = Map.groupBy(days, (day) => day.brandId);
  return brands.map(({ brandId, sandbox }) => {
    const own = byBrand.get(brandId) ?? [];
    const byDate = Map.groupBy(own, (day) => day.date);
    return {
      brandId,
      days: window.days,
      sandbox,
      sentiment: netSentiment(own),
      methods: methodsOf(own),
      series: datesOf(window).map((date) => {
        const day = byDate.get(date) ?? [];
        return { date, sentiment: netSentiment(day), methods: methodsOf(day) };
      }),
      alerts: alerts.filter((alert) => alert.brandId === brandId),
    };
  });
}
