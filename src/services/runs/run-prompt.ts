import type { Stage } from '../../domain/prompts/prompt-pack.js';
import { selectRows } from '../input/select.js';

/** A prompt as a run asks it: as it stood when the run was started. */
export interface RunPromptRow {
  runId: string;
  promptId: string;
  text: string;
  stage: Stage;
  branded: boolean;
}

/** Of each run in the order in which they are asked. */
export const loadRunPrompts = selectRows<RunPromptRow, [runIds: readonly string[]]>(
  {
    name: 'prompts-of-runs',
    text: `select r.id as "runId", item->>'promptId' as "promptId", item->>'text' as text, item->>'stage' as stage,
      coalesce((item->>'branded')::boolean, false) as branded
    from probe_run r cross join lateral jsonb_array_elements(r.plan->'prompts') with ordinality as asked (item, place)
    where r.account_id = :accountId and r.environment = :environment and r.id = any(:runIds) order by r.id, place`,
  },
  'runIds',
);
