import type { Statement, StoreDeps, Tenant } from '../../deps.js';
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
  /** Totals per platform after the last step. */
  tallies: PlatformTally[];
  /** Answers stored after the given sequence, in order. */
  steps: ProgressStep[];
}

/** One query for the run, its new steps and the totals per platform. */
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

/** Null for a deleted or unknown run. */
export async function readProgress(
  deps: StoreDeps,
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
