import type { Deps, Statement, Tenant } from '../../deps.js';
import {
  bestByPublication,
  type Experiment,
  type LiftMethod,
} from '../../domain/suggestions/lift.js';

/** The newest; older ones say little of today's engines. */
const MOST_EXPERIMENTS = 200;

/**
 * Of all that was measured, shown or not: to learn from what worked alone would be to learn that all works.
 */
const EXPERIMENTS: Statement = {
  name: 'lift-experiments',
  text: `select output->'expectedLift'->'methods' as methods, output->'expectedLift'->>'method' as method,
      uplift->'experiment' as experiment
    from suggestion where account_id = :accountId and environment = :environment and status in ('shown', 'not_shown')
      and jsonb_typeof(uplift->'experiment') = 'object' and (uplift->>'sandbox')::boolean = :sandbox
    order by measured_at desc, id desc limit ${MOST_EXPERIMENTS}`,
};

interface Stored {
  methods: LiftMethod[];
  method: LiftMethod | null;
  experiment: Experiment;
}

/**
 * The account's own experiments by method, of one kind of answers. Each counts for the one method that its lift was
 * expected of.
 */
export async function loadExperiments(
  deps: Deps,
  tenant: Tenant,
  sandbox: boolean,
): Promise<ReadonlyMap<LiftMethod, Experiment[]>> {
  const rows = await deps.db.query<Stored>(tenant, EXPERIMENTS, { sandbox });
  const byMethod = new Map<LiftMethod, Experiment[]>();
  for (const { methods, method, experiment } of rows) {
    const credited = method ?? bestByPublication(methods);
    if (credited === null) continue;
    byMethod.set(credited, [...(byMethod.get(credited) ?? []), experiment]);
  }
  return byMethod;
}
