import type { EngineDeps, Statement, StoreDeps, Tenant } from '../../deps.js';
import { smoothTrend } from '../../domain/measures/trend.js';
import { roundScore } from '../../domain/statistics/stats.js';
import { DAY_MS, dayOf } from '../../domain/time/utc-day.js';
import { windowOf } from '../../domain/time/window.js';
import { allBrands } from '../brands/all-brands.js';
import type { BrandRow } from '../brands/brand.js';
import { checkCount } from '../input/validate.js';
import { type Authority, scoreBrands } from './authority.js';

const MOST_DAYS = 90;

export interface AuthorityDay {
  date: string;
  version: string;
  geoScore: number | null;
  eeatScore: number | null;
  citationDensity: number | null;
  answers: number;
  /** Points per week, over the seven days that end with this day. */
  smoothedTrend7d: number | null;
}

const DAYS: Statement = {
  name: 'authority-days',
  text: `select to_char(date, 'YYYY-MM-DD') as date, version, geo_score as "geoScore", eeat_score as "eeatScore",
      citation_density as "citationDensity", answers
    from authority_score where account_id = :accountId and environment = :environment and brand_id = :brandId and sandbox = :sandbox
      and date >= (:earlier::timestamptz at time zone 'UTC')::date order by date`,
};
/** A later run on the same day replaces the earlier one. A brand deleted in the meantime gets no row. */
const STORE: Statement = {
  name: 'store-authority',
  text: `insert into authority_score (account_id, environment, brand_id, date, sandbox, version, geo_score, eeat_score,
      citation_density, experience, expertise, authoritativeness, trustworthiness, answers, scored_at)
    select :accountId, :environment, s."brandId", (:scoredAt::timestamptz at time zone 'UTC')::date, s.sandbox, s.version, s."geoScore", s."eeatScore",
      s.density, s.experience, s.expertise, s.authoritativeness, s.trustworthiness, s.answers, :scoredAt
    from jsonb_to_recordset(:rows::jsonb) as s ("brandId" uuid, sandbox boolean, version text, "geoScore" double precision,
        "eeatScore" double precision, density double precision, experience double precision, expertise double precision,
        authoritativeness double precision, trustworthiness double precision, answers int)
      join brand b on b.account_id = :accountId and b.environment = :environment and b.id = s."brandId"
    on conflict (account_id, environment, brand_id, date) do update set sandbox = excluded.sandbox,
      version = excluded.version, geo_score = excluded.geo_score, eeat_score = excluded.eeat_score,
      citation_density = excluded.citation_density, experience = excluded.experience, expertise = excluded.expertise,
      authoritativeness = excluded.authoritativeness, trustworthiness = excluded.trustworthiness,
      answers = excluded.answers, scored_at = excluded.scored_at`,
};

type Day = Omit<AuthorityDay, 'smoothedTrend7d'>;
const TREND_DAYS = 7;

/** Only scores of the same version are comparable. */
function trendUntil({ date, version }: Day, days: readonly Day[]): number | null {
  const scoreOn = new Map(
    days.filter((day) => day.version === version).map((day) => [day.date, day.geoScore]),
  );
  const week = Array.from({ length: TREND_DAYS }, (_, at) => {
    const day = new Date(Date.parse(date) - (TREND_DAYS - 1 - at) * DAY_MS);
    return scoreOn.get(dayOf(day)) ?? null;
  });
  const trend = smoothTrend(week);
  return trend === null ? null : roundScore(trend);
}

/** For one kind of answers (sandbox or real), oldest first. */
export async function loadAuthorityHistory(
  deps: StoreDeps,
  tenant: Tenant,
  { brandId, sandbox }: { brandId: string; sandbox: boolean },
  days: number,
): Promise<AuthorityDay[]> {
  checkCount('days', days, 1, MOST_DAYS);
  const { from } = windowOf(deps.now(), days);
  // The trend of the first day needs the days before it.
  const earlier = new Date(from.getTime() - (TREND_DAYS - 1) * DAY_MS);
  const rows = await deps.db.query<Day>(tenant, DAYS, { brandId, sandbox, earlier });
  const first = dayOf(from);
  return rows
    .filter(({ date }) => date >= first)
    .map((row) => ({ ...row, smoothedTrend7d: trendUntil(row, rows) }));
}

const toStored = ({ citationDensity, subscores, ...score }: Authority) => ({
  ...score,
  density: citationDensity.value,
  experience: subscores.experience.value,
  expertise: subscores.expertise.value,
  authoritativeness: subscores.authoritativeness.value,
  trustworthiness: subscores.trustworthiness.value,
});

/** Brands without answers are skipped, because they have no score. */
async function keep(
  deps: StoreDeps & EngineDeps,
  tenant: Tenant,
  brands: readonly BrandRow[],
): Promise<void> {
  const scores = (await scoreBrands(deps, tenant, brands)).filter(({ answers }) => answers > 0);
  if (scores.length === 0) return;
  const rows = JSON.stringify(scores.map(toStored));
  await deps.db.command(tenant, STORE, { scoredAt: deps.now(), rows });
}

/** Stores today's scores of every brand. May be interrupted and restarted. */
export async function keepAuthority(deps: StoreDeps & EngineDeps): Promise<void> {
  for await (const { tenant, brands } of allBrands(deps)) await keep(deps, tenant, brands);
}
