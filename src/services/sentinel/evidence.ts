import type { EntityManager } from '@mikro-orm/postgresql';
import type { Tenant } from '../../deps.js';

/** Which answers speak for an incident. */
export interface IncidentEvidence {
  kind: 'negative' | 'not_named' | 'not_in_top3' | 'citing';
  from: Date;
  until: Date;
  /** Null for all. */
  platform: string | null;
  /** Cited domains and URLs. */
  subjects: string[];
}

/** Links are kept to this many of an incident's answers; all are counted. */
const MOST_LINKED = 100;

const OF: Record<IncidentEvidence['kind'], string> = {
  negative: `a.mentioned and a.sentiment = 'negative'`,
  not_named: 'not a.branded and not a.mentioned',
  not_in_top3: 'not a.branded and coalesce(a.rank > 3, true)',
  citing: `exists (select from answer_citation c where (c.account_id, c.environment, c.run_id, c.platform, c.prompt_id, c.repeat, c.run_at)
    = (a.account_id, a.environment, a.run_id, a.platform, a.prompt_id, a.repeat, a.run_at)
    and array[c.source_domain, c.source_url] && array(select jsonb_array_elements_text(?::jsonb)))`,
};

/** Links the newest answers until the incident has enough of them; answers with how many there are in all. */
export async function linkEvidence(
  em: EntityManager,
  tenant: Tenant,
  incident: { id: string; brandId: string; sandbox: boolean; seenUntil: Date | null },
  evidence: IncidentEvidence,
): Promise<number> {
  const from = evidence.from.toISOString();
  const matches = `from answer a where a.account_id = ? and a.environment = ? and a.brand_id = ? and a.sandbox = ?
    and a.run_at >= ? and a.run_at <= ? and a.run_at > ? and a.status = 'answered'
    and (?::text is null or a.platform = ?) and ${OF[evidence.kind]}`;
  const values = [
    ...[tenant.accountId, tenant.environment, incident.brandId, incident.sandbox],
    from,
    evidence.until.toISOString(),
    incident.seenUntil?.toISOString() ?? '-infinity',
    evidence.platform,
    evidence.platform,
    ...(evidence.kind === 'citing' ? [JSON.stringify(evidence.subjects)] : []),
  ];
  await em.execute(
    `insert into incident_answer (account_id, environment, incident_id, run_id, platform, prompt_id, repeat, run_at)
     select a.account_id, a.environment, ?, a.run_id, a.platform, a.prompt_id, a.repeat, a.run_at ${matches}
     order by a.run_at desc, a.platform, a.prompt_id, a.repeat
     limit (select greatest(0, ${MOST_LINKED} - count(*)) from incident_answer where account_id = ? and environment = ? and incident_id = ?)
     on conflict do nothing`,
    [incident.id, ...values, tenant.accountId, tenant.environment, incident.id],
  );
  const [row] = await em.execute<{ count: number }[]>(
    `select count(*) as count ${matches}`,
    values,
  );
  return row?.count ?? 0;
}
