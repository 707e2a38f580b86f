import type { Deps, Statement, Tenant } from '../../deps.js';
import { type ProbeRunRow, RUN_COLUMNS } from './probe-run.js';

export interface ProgressStep {
  sequence: number;
  platform: string;
  promptId: string;
  repeat: number;
  status: 'answered' | 'failed';
  mentioned: boolean;
  errorCode: string | null;
}

export interface PlatformTally {
  platform: string;
  answered: number;
  failed: number;
  mentions: number;
}

export interface RunProgress {
  run: ProbeRunRow;
  /** Where each platform stands at the end of the steps. */
  tallies: PlatformTally[];
  /** What was stored after the given sequence, in order. */
  steps: ProgressStep[];
}

/** One read for everything that happened since: the run, its steps, and the totals of each platform. */
const SINCE: Statement = {
  name: 'run-progress',
  text: `select ${RUN_COLUMNS},
      (select coalesce(jsonb_agg(jsonb_build_object('sequence', a.sequence, 'platform', a.platform, 'promptId', a.prompt_id,
          'repeat', a.repeat, 'status', a.status, 'mentioned', a.mentioned, 'errorCode', a.error_code) order by a.sequence), '[]')
        from answer a where a.account_id = :accountId and a.environment = :environment and a.run_id = :runId and a.run_at = r.created_at and a.sequence > :sequence) as steps,
      (select coalesce(jsonb_agg(t), '[]') from (
        select platform, count(*) filter (where status = 'answered') as answered, count(*) filter (where status = 'failed') as failed,
          count(*) filter (where mentioned) as mentions
        from answer a where a.account_id = :accountId and a.environment = :environment and a.run_id = :runId and a.run_at = r.created_at group by platform) t) as tallies
    from probe_run r where r.account_id = :accountId and r.environment = :environment and r.id = :runId`,
};

/** Null when the run is gone, or was never this account's. */
export async function readProgress(
  deps: Deps,
  tenant: Tenant,
  runId: string,
  sequence: number,
): Promise<RunProgress | null> {
  const [row] = await deps.db.query<ProbeRunRow & Omit<RunProgress, 'run'>>(tenant, SINCE, {
    runId,
    sequence,
  });
  if (!row) return null;
  const { steps, tallies, ...run } = row;
  return { run, steps, tallies };
}
