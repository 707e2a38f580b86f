import type { Statement, StoreDeps, Tenant } from '../../deps.js';
import {
  bestByPublication,
  type Experiment,
  type LiftMethod,
} from '../../domain/suggestions/lift.js';

/** Newest only, because older experiments say little about current engines. */
const MOST_EXPERIMENTS = 200;

/** All measured suggestions, shown or not: learning only from successes would bias the estimate. */
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
 * Experiments of the account by method, for one kind of answers (sandbox or real). Each is listed under the method from
 * which its expected lift was calculated.
 */
export async function loadExperiments(
  deps: StoreDeps,
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
