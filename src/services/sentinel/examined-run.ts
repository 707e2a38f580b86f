import type { TraceLink } from '../../observability/request-context.js';
import { selectRows } from '../input/select.js';

/** A completed run of an existing brand, as input of the sentinel. */
export interface ExaminedRun {
  id: string;
  /** Id that prevents double counting: the run, or the day when there is no new run. */
  lookId: string;
  /** Set in a daily examination when the run is too old to support an incident. */
  isSilent: boolean;
  brandId: string;
  sandbox: boolean;
  userId: string;
  promptPackId: string | null;
  promptIds: string[];
  platforms: string[];
  samplesPerPrompt: number;
  /** Shares are comparable only while the tracked names are the same. */
  entitySetHash: string;
  createdAt: Date;
  /** Whether the brand has answers in the baseline period. */
  hasBase: boolean;
  /** Whether a mention of the 24 hours before the run has a judged sentiment. */
  isJudged: boolean;
  /** Whether the run cites pages not owned by the brand. */
  cites: boolean;
  /** Whether the brand has a suspicion or an unresolved incident. */
  isWatched: boolean;
  /** Trace link of the request, while the analysis is queued. */
  origin?: TraceLink | null;
}

/**
 * Completed runs of existing brands, oldest first. The flags are read in the same statement, because
 * for small brands most examinations need nothing else.
 */
export const findExaminedRuns = selectRows<ExaminedRun, [runIds: readonly string[]]>(
  {
    name: 'runs-to-examine',
    text: `select r.id, r.id as "lookId", false as "isSilent", r.brand_id as "brandId", r.sandbox, r.user_id as "userId", r.prompt_pack_id as "promptPackId",
      array(select p->>'promptId' from jsonb_array_elements(r.plan->'prompts') as p) as "promptIds", r.platforms,
      r.samples_per_prompt as "samplesPerPrompt", r.measures->>'entitySetHash' as "entitySetHash", r.created_at as "createdAt",
      exists (select from answer a where a.account_id = :accountId and a.environment = :environment and a.brand_id = r.brand_id
        and a.sandbox = r.sandbox and a.run_at >= r.created_at - interval '37 days'
        and a.run_at < r.created_at - interval '2 days' and a.status = 'answered' and not a.branded) as "hasBase",
      exists (select from answer a where a.account_id = :accountId and a.environment = :environment and a.brand_id = r.brand_id
        and a.sandbox = r.sandbox and a.run_at > r.created_at - interval '1 day' and a.run_at <= r.created_at
        and a.status = 'answered' and a.mentioned and a.sentiment is not null) as "isJudged",
      exists (select from answer_citation c where c.account_id = :accountId and c.environment = :environment and c.run_id = r.id
        and c.run_at = r.created_at and not c.owned) as cites,
      exists (select from incident i where i.account_id = :accountId and i.environment = :environment and i.brand_id = r.brand_id
        and i.sandbox = r.sandbox and i.status <> 'resolved')
      or exists (select from suspicion s where s.account_id = :accountId and s.environment = :environment and s.brand_id = r.brand_id
        and s.sandbox = r.sandbox) as "isWatched",
      (select o.origin from auth.owed_look o
        where o.account_id = :accountId and o.environment = :environment and o.run_id = r.id) as origin
    from probe_run r
    join brand b on (b.account_id, b.environment, b.id) = (r.account_id, r.environment, r.brand_id) and b.deleted_at is null
    where r.account_id = :accountId and r.environment = :environment and r.id = any(:runIds::uuid[]) and r.status = 'completed'
    order by r.created_at, r.id`,
  },
  'runIds',
);
