import { type Rate, toRate, toShownRate } from '../../domain/statistics/stats.js';
import { selectRows } from '../input/select.js';

export interface ProbeResultRow {
  runId: string;
  platform: string;
  mentioned: boolean;
  rank: number | null;
  position: number | null;
  snippet: string;
  tokensUsed: number;
  answers: number;
  mentions: number;
  failed: number;
}

/** One row per platform that answered, in the platforms' order; nothing before a run is completed. */
export const loadProbeResults = selectRows<ProbeResultRow, [runIds: readonly string[]]>(
  {
    name: 'results-of-runs',
    text: `select run_id as "runId", platform, mentioned, rank, position, snippet, tokens_used as "tokensUsed", answers, mentions, failed
    from probe_result where account_id = :accountId and environment = :environment and run_id = any(:runIds) order by run_id, ordinal`,
  },
  'runIds',
);

/** How often the platform named the brand, over all its answers of the run. */
export const toMentionRate = (result: ProbeResultRow): Rate =>
  toShownRate(toRate({ numerator: result.mentions, denominator: result.answers }));
