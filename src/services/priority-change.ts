import type { EntityManager } from '@mikro-orm/postgresql';
import type { Deps, Scope, Statement } from '../deps.js';
import { newId } from '../domain/id.js';
import { isPriorityChange, type Strength } from '../domain/priority-change.js';
import { roundRate } from '../domain/stats.js';
import { Outbox } from '../entities/run.js';
import type { ExaminedRun } from './sentinel/examined-run.js';

const DAY_MS = 86_400_000;
const WINDOW_DAYS = 7;

type StrengthRun = Pick<ExaminedRun, 'brandId' | 'sandbox' | 'entitySetHash'>;

interface Measured {
  platform: string;
  share: number;
  mentions: number;
  answers: number;
}

interface Told extends Measured {
  entitySetHash: string;
  toldAt: Date | null;
}

/** The prominence of all tracked names in an answer that has any adds up to 1. */
const NOW: Statement = {
  name: 'brand-strength-now',
  text: `select platform, coalesce(sum(prominence) / nullif(count(*) filter (where named > 0), 0), 0)::float8 as share,
      count(*) filter (where mentioned) as mentions, count(*) as answers
    from answer where account_id = $1 and environment = $2 and brand_id = $3 and sandbox = $4 and run_at >= $5
      and status = 'answered' and not branded and prominence is not null
    group by platform order by platform`,
};
const TOLD: Statement = {
  name: 'brand-strength-told',
  text: `select platform, share, mentions, answers, entity_set_hash as "entitySetHash", told_at as "toldAt" from brand_strength
    where account_id = $1 and environment = $2 and brand_id = $3 and sandbox = $4`,
};

const toStrength = ({ share, mentions, answers }: Measured): Strength => ({
  share,
  mentions: { hits: mentions, of: answers },
});

/** A new beginning, a change worth telling, or null where all stays as it was. */
function judge(now: Measured, told: Told | undefined, run: StrengthRun, at: Date) {
  if (told === undefined || told.entitySetHash !== run.entitySetHash) return 'baseline';
  const isRecent = told.toldAt !== null && at.getTime() - told.toldAt.getTime() < DAY_MS;
  return !isRecent && isPriorityChange(toStrength(told), toStrength(now)) ? 'change' : null;
}

async function keep(
  em: EntityManager,
  scope: Scope,
  run: StrengthRun,
  now: Measured,
  toldAt: Date | null,
): Promise<void> {
  await em.execute(
    `insert into brand_strength (account_id, environment, brand_id, platform, sandbox, share, mentions, answers, entity_set_hash, told_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     on conflict (account_id, environment, brand_id, platform, sandbox) do update set share = excluded.share,
       mentions = excluded.mentions, answers = excluded.answers, entity_set_hash = excluded.entity_set_hash,
       told_at = coalesce(excluded.told_at, brand_strength.told_at)`,
    [
      scope.accountId,
      scope.environment,
      run.brandId,
      now.platform,
      run.sandbox,
      now.share,
      now.mentions,
      now.answers,
      run.entitySetHash,
      toldAt,
    ],
  );
}

/** Tells each platform on which the brand's share of prominence moved by ten points since it was last told. */
export async function examinePriorities(deps: Deps, scope: Scope, run: StrengthRun): Promise<void> {
  const at = deps.now();
  const place = [scope.accountId, scope.environment, run.brandId, run.sandbox];
  const since = new Date(at.getTime() - WINDOW_DAYS * DAY_MS);
  const [measured, told] = await Promise.all([
    deps.db.read<Measured>(scope, NOW, [...place, since]),
    deps.db.read<Told>(scope, TOLD, place),
  ]);
  const byPlatform = new Map(told.map((entry) => [entry.platform, entry]));
  const steps = measured.flatMap((now) => {
    const before = byPlatform.get(now.platform);
    const step = judge(now, before, run, at);
    return step === null ? [] : [{ now, before, isChange: step === 'change' }];
  });
  if (steps.length === 0) return;
  await deps.db.write(scope, async (em) => {
    for (const { now, before, isChange } of steps) {
      await keep(em, scope, run, now, isChange ? at : null);
      // Sandbox answers raise no event for live data.
      if (!isChange || before === undefined || (run.sandbox && scope.environment === 'live'))
        continue;
      await em.insert(Outbox, {
        ...scope,
        id: newId(),
        event: 'priority.changed',
        brandId: run.brandId,
        createdAt: at,
        data: {
          brandId: run.brandId,
          platform: now.platform,
          before: roundRate(before.share),
          after: roundRate(now.share),
          delta: roundRate(now.share - before.share),
          observedAt: at.toISOString(),
        },
      });
    }
  });
}
