import type { Statement, StoreDeps, Tenant } from '../../deps.js';
import { IMPERSONATION } from '../../domain/incidents/incident.js';
import { toSeverity } from '../../domain/incidents/severity.js';
import { brandLabelOf } from '../../domain/sentinel/impersonation.js';
import { sumOf } from '../../domain/statistics/sum.js';
import { type BrandRow, type CompetitorRow, loadBrands, loadCompetitors } from '../brands/brand.js';
import type { Detection } from './detection.js';
import type { ExaminedRun } from './examined-run.js';
import { brandLabels, findLookAlikes, type LookAlike, toLabel } from './look-alike.js';
import { DAY_MS } from './windows.js';

const STRONG_FROM = 0.95;
/** Number of answers that make the full effect. */
const FULL_EFFECT_ANSWERS = 5;
const WINDOW_DAYS = 30;
/** Names shorter than this resemble ordinary words: likeness alone is not enough. */
const SHORT_BELOW = 5;
const CREDENTIALS = /login|signin|sign-in|verify|secure|password|account|wallet|pay/i;

const CITED: Statement = {
  name: 'cited-by-runs',
  text: `select distinct run.id as "runId", c.source_url as url, c.source_domain as domain
    from unnest(:runIds::uuid[], :runAts::timestamptz[]) as run (id, at) join answer_citation c
      on c.account_id = :accountId and c.environment = :environment and c.run_id = run.id and c.run_at = run.at and not c.owned`,
};
/** Look-alikes of resolved incidents are not raised again; an open incident is extended. */
const KNOWN: Statement = {
  name: 'known-look-alikes',
  text: `select i.status = 'resolved' as "isSettled", i.details->'subjects' as subjects,
      coalesce(i.details->'keys', i.details->'subjects') as keys, i.details->'reasons' as reasons,
      (i.details->>'score')::double precision as score
    from incident i
    where i.account_id = :accountId and i.environment = :environment and i.brand_id = :brandId and i.sandbox = :sandbox and i.type = '${IMPERSONATION}'`,
};
const CITING: Statement = {
  name: 'answers-citing',
  text: `select platform, count(*) as answers, count(*) filter (where citing) as citing,
      count(*) filter (where citing and sentiment = 'negative') as negative
    from (
      select a.platform, a.sentiment, exists (
        select from answer_citation c where (c.account_id, c.environment, c.run_id, c.platform, c.prompt_id, c.repeat, c.run_at)
          = (a.account_id, a.environment, a.run_id, a.platform, a.prompt_id, a.repeat, a.run_at)
          and (c.source_domain = any(:keys) or c.source_url = any(:keys))) as citing
      from answer a where a.account_id = :accountId and a.environment = :environment and a.brand_id = :brandId and a.sandbox = :sandbox
        and a.run_at >= :from and a.run_at <= :until and a.status = 'answered'
    ) fact group by platform`,
};

const NOTHING: Detection = { type: IMPERSONATION, outcome: 'neither', found: null };

interface KnownLookAlikes {
  isSettled: boolean;
  subjects: string[];
  keys: string[];
  reasons: string[];
  score: number;
}

interface CitingPlatform {
  platform: string;
  answers: number;
  citing: number;
  negative: number;
}

function titleOf([first, ...others]: readonly string[], answers: number): string {
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  return `Possible impersonation: ${first}${more}, cited in ${answers} ${answers === 1 ? 'answer' : 'answers'}`;
}

/** Merges new look-alikes into those of the open incident. */
function addToOpen(
  open: KnownLookAlikes | undefined,
  found: readonly LookAlike[],
): Omit<KnownLookAlikes, 'isSettled'> {
  const join = <T>(before: readonly T[] | undefined, now: readonly T[]) => [
    ...new Set([...(before ?? []), ...now]),
  ];
  return {
    subjects: join(
      open?.subjects,
      found.map(({ subject }) => subject),
    ),
    keys: join(
      open?.keys,
      found.flatMap((one) => one.keys),
    ),
    reasons: join<string>(
      open?.reasons,
      found.flatMap((one) => one.reasons),
    ),
    score: Math.max(open?.score ?? 0, found[0]?.score ?? 0),
  };
}

/** Pages cited by a run, and the names that they may imitate. */
export interface CitedPages {
  cited: { url: string; domain: string }[];
  brand: BrandRow;
  rivals: CompetitorRow[];
}

/** By run id; runs without citations are left out. */
export async function loadCitedPages(
  deps: StoreDeps,
  tenant: Tenant,
  runs: readonly ExaminedRun[],
): Promise<ReadonlyMap<string, CitedPages>> {
  if (runs.length === 0) return new Map();
  const brandIds = [...new Set(runs.map((run) => run.brandId))];
  const [links, brands, rivals] = await Promise.all([
    deps.db.query<{ runId: string; url: string; domain: string }>(tenant, CITED, {
      runIds: runs.map((run) => run.id),
      runAts: runs.map((run) => run.createdAt),
    }),
    loadBrands(deps, tenant, brandIds),
    loadCompetitors(deps, tenant, brandIds),
  ]);
  const byRun = Map.groupBy(links, ({ runId }) => runId);
  return new Map(
    runs.flatMap((run) => {
      const brand = brands.find(({ id }) => id === run.brandId);
      const cited = byRun.get(run.id);
      if (brand === undefined || cited === undefined) return [];
      const own = rivals.filter(({ brandId }) => brandId === brand.id);
      return [[run.id, { cited, brand, rivals: own }] as const];
    }),
  );
}

/** Searches the citations of a run for names that imitate the brand. */
export async function detectImpersonation(
  deps: StoreDeps,
  tenant: Tenant,
  run: ExaminedRun,
  pages: CitedPages | undefined,
): Promise<Detection> {
  if (pages === undefined) return NOTHING;
  const { cited, brand, rivals } = pages;
  const labels = brandLabels(brand);
  const alike = findLookAlikes(cited, labels, {
    owned: new Set(brand.ownedDomains),
    rivals: new Set(
      rivals.flatMap(({ name, domains }) => [
        toLabel(name),
        ...domains.flatMap((domain) => brandLabelOf(domain) ?? []),
      ]),
    ),
  });
  if (alike.length === 0) return NOTHING;
  const of = { brandId: run.brandId, sandbox: run.sandbox };
  const known = await deps.db.query<KnownLookAlikes>(tenant, KNOWN, of);
  const settled = new Set(known.flatMap((one) => (one.isSettled ? one.subjects : [])));
  const found = alike.filter(({ subject }) => !settled.has(subject));
  if (found.length === 0) return NOTHING;

  const { subjects, keys, reasons, score } = addToOpen(
    known.find(({ isSettled }) => !isSettled),
    found,
  );
  const from = new Date(run.createdAt.getTime() - WINDOW_DAYS * DAY_MS);
  const rows = await deps.db.query<CitingPlatform>(tenant, CITING, {
    ...of,
    ...{ from, until: run.createdAt, keys },
  });
  const citing = sumOf(rows, 'citing');
  const hasSecondSign =
    rows.some(({ negative }) => negative > 0) || keys.some((key) => CREDENTIALS.test(key));
  if (labels.some((label) => [...label].length < SHORT_BELOW) && !hasSecondSign) return NOTHING;
  const effect = score * Math.min(1, citing / FULL_EFFECT_ANSWERS);
  const reach = rows.filter((row) => row.citing > 0).length / Math.max(1, rows.length);
  return {
    type: IMPERSONATION,
    outcome: 'crosses',
    found: {
      subject: IMPERSONATION,
      finding: {
        type: IMPERSONATION,
        severity: toSeverity(effect, reach, score >= STRONG_FROM),
        title: titleOf(subjects, citing),
        details: { subjects, keys, score, reasons, answersCiting: citing },
      },
      evidence: { kind: 'citing', from, until: run.createdAt, cells: null, subjects: keys },
    },
  };
}
