import type { Statement, StoreDeps, Tenant } from '../../deps.js';
import { newId } from '../../domain/accounts/id.js';
import {
  isEnough,
  isPriorityChange,
  type Strength,
} from '../../domain/analysis/priority-change.js';
import { type Cell, designEffectOf, roundRate } from '../../domain/statistics/stats.js';
import { Outbox } from '../../entities/run.js';
import { runLinked } from '../../observability/request-context.js';
import type { ExaminedRun } from '../sentinel/examined-run.js';

const DAY_MS = 86_400_000;
const WINDOW_DAYS = 7;

type StrengthRun = Pick<ExaminedRun, 'brandId' | 'sandbox' | 'entitySetHash' | 'origin'>;

interface Measured {
  share: number;
  mentions: number;
  answers: number;
  /** Effective number of answers. */
  effectiveAnswers: number;
}

/** One platform of one brand: this week, and the last reported or baseline values, if any. */
interface Compared extends Measured {
  brandId: string;
  sandbox: boolean;
  platform: string;
  told: (Measured & { entitySetHash: string; toldAt: string | null }) | null;
}

interface ComparedRow extends Omit<Compared, 'effectiveAnswers'> {
  cells: Omit<Cell, 'platform'>[];
}

/** The prominence of all tracked names in an answer adds up to 1, if it names any. */
const COMPARED: Statement = {
  name: 'brand-strengths',
  text: `select now.*, of.brand_id as "brandId", of.sandbox, case when t.platform is not null then jsonb_build_object(
        'share', t.share, 'mentions', t.mentions, 'answers', t.answers, 'effectiveAnswers', coalesce(t.effective_answers, t.answers),
        'entitySetHash', t.entity_set_hash, 'toldAt', t.told_at) end as told
    from unnest(:brandIds::uuid[], :sandboxes::boolean[]) as of (brand_id, sandbox) cross join lateral (
      select platform, coalesce(sum(prominence) / nullif(sum(named), 0), 0)::float8 as share,
        sum(mentions)::int as mentions, sum(answers)::int as answers,
        jsonb_agg(jsonb_build_object('promptId', prompt_id, 'answers', answers, 'mentions', mentions)) as cells
      from (
        select platform, prompt_id, sum(prominence) as prominence, count(*) filter (where named > 0) as named,
          count(*) filter (where mentioned) as mentions, count(*) as answers
        from answer where account_id = :accountId and environment = :environment and brand_id = of.brand_id and sandbox = of.sandbox
          and run_at >= :since and status = 'answered' and not branded and prominence is not null
        group by platform, prompt_id) cell
      group by platform) now
    left join brand_strength t on t.account_id = :accountId and t.environment = :environment and t.brand_id = of.brand_id
      and t.platform = now.platform and t.sandbox = of.sandbox
    order by of.brand_id, of.sandbox, now.platform`,
};
const KEEP = `insert into brand_strength (account_id, environment, brand_id, platform, sandbox, share, mentions, answers,
    effective_answers, entity_set_hash, told_at)
  select :accountId, :environment, "brandId", platform, sandbox, share, mentions, answers, "effectiveAnswers", "entitySetHash", "toldAt" from jsonb_to_recordset(:strengths::jsonb)
    as s ("brandId" uuid, platform text, sandbox boolean, share float8, mentions integer, answers integer, "effectiveAnswers" float8, "entitySetHash" text, "toldAt" timestamptz)
  order by "brandId", platform, sandbox
  on conflict (account_id, environment, brand_id, platform, sandbox) do update set share = excluded.share,
    mentions = excluded.mentions, answers = excluded.answers, effective_answers = excluded.effective_answers, entity_set_hash = excluded.entity_set_hash,
    told_at = coalesce(excluded.told_at, brand_strength.told_at)`;

const toStrength = ({ share, mentions, answers, effectiveAnswers }: Measured): Strength => ({
  share,
  answers,
  mentions: { hits: (mentions / answers) * effectiveAnswers, of: effectiveAnswers },
});
const toCompared = ({ cells, ...row }: ComparedRow): Compared => {
  const effect = designEffectOf(cells.map((cell) => ({ ...cell, platform: row.platform })));
  return { ...row, effectiveAnswers: row.answers / effect };
};

/** `baseline` to store new reference values, `change` to report a change, null otherwise. */
function judge(now: Compared, entitySetHash: string, at: Date): 'baseline' | 'change' | null {
  const { told } = now;
  if (told === null || told.entitySetHash !== entitySetHash || !isEnough(toStrength(told)))
    return 'baseline';
  const isRecent = told.toldAt !== null && at.getTime() - Date.parse(told.toldAt) < DAY_MS;
  return !isRecent && isPriorityChange(toStrength(told), toStrength(now)) ? 'change' : null;
}

interface Step extends Compared {
  entitySetHash: string;
  /** Null for a new baseline. */
  toldAt: Date | null;
}

/** Sandbox answers cause no events for live data. */
const toEvents = (tenant: Tenant, steps: readonly Step[]) =>
  steps.flatMap(({ brandId, sandbox, platform, share, told, toldAt }) =>
    toldAt === null || told === null || (sandbox && tenant.environment === 'live')
      ? []
      : [
          {
            ...tenant,
            id: newId(),
            event: 'priority.changed',
            brandId,
            createdAt: toldAt,
            data: {
              brandId,
              platform,
              before: roundRate(told.share),
              after: roundRate(share),
              delta: roundRate(share - told.share),
              observedAt: toldAt.toISOString(),
            },
          },
        ],
  );

async function keep(deps: StoreDeps, tenant: Tenant, steps: readonly Step[]): Promise<void> {
  if (steps.length === 0) return;
  const kept = steps.map(({ told: _told, ...step }) => step);
  const events = toEvents(tenant, steps);
  await deps.db.transaction(tenant, async (tx) => {
    await tx.execute(KEEP, { strengths: JSON.stringify(kept) });
    if (events.length > 0) await tx.em.insertMany(Outbox, events);
  });
}

/**
 * Stores an event for each platform on which the brand's share of prominence moved by ten points
 * since the last report. Takes the newest run per brand, which determines the tracked names and the
 * trace link.
 */
export async function examinePriorities(
  deps: StoreDeps,
  tenant: Tenant,
  runs: readonly StrengthRun[],
): Promise<void> {
  const at = deps.now();
  const rows = await deps.db.query<ComparedRow>(tenant, COMPARED, {
    brandIds: runs.map(({ brandId }) => brandId),
    sandboxes: runs.map(({ sandbox }) => sandbox),
    since: new Date(at.getTime() - WINDOW_DAYS * DAY_MS),
  });
  const stepsOf = ({ brandId, sandbox, entitySetHash }: StrengthRun): Step[] =>
    rows
      .filter((row) => row.brandId === brandId && row.sandbox === sandbox)
      .map(toCompared)
      .flatMap((now) => {
        const step = judge(now, entitySetHash, at);
        const toldAt = step === 'change' ? at : null;
        return step === null ? [] : [{ ...now, entitySetHash, toldAt }];
      });
  const looks = runs.map((run) => ({ run, steps: stepsOf(run) }));
  const isQuiet = ({ steps }: { steps: Step[] }) => steps.every(({ toldAt }) => toldAt === null);
  // A transaction has one trace link; runs without a change share one transaction.
  await keep(
    deps,
    tenant,
    looks.filter(isQuiet).flatMap(({ steps }) => steps),
  );
  for (const { run, steps } of looks.filter((look) => !isQuiet(look)))
    await runLinked(run.origin, () => keep(deps, tenant, steps));
}
