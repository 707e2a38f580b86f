import { type Statement, type StoreDeps, SYSTEM } from '../../deps.js';

/** Waiting work of all accounts. */
export interface Backlog {
  jobs: {
    job: string;
    waiting: number;
    running: number;
    /** Age in seconds of the oldest job that is ready; 0 without one. */
    oldestSec: number;
  }[];
  webhooks: {
    /** Outbox events that are not yet deliveries. */
    facts: number;
    endpointsDue: number;
    oldestSec: number;
  };
}

const JOBS: Statement = {
  name: 'job-backlog',
  text: `select q.name as job, count(*) filter (where j.state < 'active')::int as waiting,
      count(*) filter (where j.state = 'active')::int as running,
      coalesce(extract(epoch from now() - min(greatest(j.created_on, j.start_after))
        filter (where j.state < 'active' and j.start_after <= now())), 0)::float8 as "oldestSec"
    from pgboss.queue q left join pgboss.job j on j.name = q.name and j.state <= 'active'
    where q.name not like '\\_\\_%' group by q.name order by q.name`,
};
const WEBHOOKS: Statement = {
  name: 'webhook-backlog',
  text: `select (select count(*) from auth.outbox_pending)::int as facts, count(*)::int as "endpointsDue",
      coalesce(extract(epoch from :dueAt - min(due_at)), 0)::float8 as "oldestSec"
    from auth.webhook_lane where due_at <= :dueAt`,
};

export async function readBacklog(deps: StoreDeps): Promise<Backlog> {
  const [jobs, [webhooks]] = await Promise.all([
    deps.db.query<Backlog['jobs'][number]>(SYSTEM, JOBS),
    deps.db.query<Backlog['webhooks']>(SYSTEM, WEBHOOKS, { dueAt: deps.now() }),
  ]);
  return { jobs, webhooks: webhooks ?? { facts: 0, endpointsDue: 0, oldestSec: 0 } };
}
