import type { TraceLink } from '../../observability/request-context.js';
import { selectRows } from '../input/select.js';

/** A completed run of a brand that is still there, as the sentinel looks at it. */
export interface ExaminedRun {
  id: string;
  /** What is not to be counted twice: the run; where there is no new one, the day. */
  lookId: string;
  /** Of a day's look: the run is so old that nothing speaks for an incident any more. */
  isSilent: boolean;
  brandId: string;
  sandbox: boolean;
  userId: string;
  promptPackId: string | null;
  promptIds: string[];
  platforms: string[];
  samplesPerPrompt: number;
  /** Shares compare only while the same names are tracked. */
  entitySetHash: string;
  createdAt: Date;
  /** Answers of the month before, with which its own may be compared. */
  hasBase: boolean;
  /** Within its last 24 hours the tone of a mention was judged. */
  isJudged: boolean;
  /** It cites pages that are not the brand's own. */
  cites: boolean;
  /** The brand is suspected, or an incident of it is not over. */
  isWatched: boolean;
  /** The request that led to it, while its look is owed. */
  origin?: TraceLink | null;
}

/**
 * Those that are completed and whose brands are still there, the oldest first. What there is to look at comes along,
 * since most looks at a small brand end with that.
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
