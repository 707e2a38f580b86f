import type { Transaction } from '../../deps.js';

/** Answers to one prompt on one platform, from a time on. */
export interface EvidenceCell {
  platform: string;
  promptId: string;
  from: Date;
}

/** Which answers speak for an incident: those that its title counts. */
export interface IncidentEvidence {
  kind: 'negative' | 'not_named' | 'not_in_top3' | 'citing';
  from: Date;
  until: Date;
  /** Null for all. */
  cells: EvidenceCell[] | null;
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
    and array[c.source_domain, c.source_url] && array(select jsonb_array_elements_text(:subjects::jsonb)))`,
};

/** Links the newest answers in place of those of an earlier look; answers with how many there are in all. */
export async function linkEvidence(
  tx: Transaction,
  incident: { id: string; brandId: string; sandbox: boolean },
  evidence: IncidentEvidence,
): Promise<number> {
  const matches = `from answer a where a.account_id = :accountId and a.environment = :environment and a.brand_id = :brandId and a.sandbox = :sandbox
    and a.run_at >= :from and a.run_at <= :until and a.status = 'answered'
    and (:cells::jsonb is null or exists (
      select from jsonb_to_recordset(:cells::jsonb) as cell (platform text, "promptId" uuid, "from" timestamptz)
      where cell.platform = a.platform and cell."promptId" = a.prompt_id and a.run_at >= cell."from"))
    and ${OF[evidence.kind]}`;
  const values = {
    brandId: incident.brandId,
    sandbox: incident.sandbox,
    from: evidence.from,
    until: evidence.until,
    cells: evidence.cells && JSON.stringify(evidence.cells),
    ...(evidence.kind === 'citing' && { subjects: JSON.stringify(evidence.subjects) }),
  };
  await tx.execute(
    'delete from incident_answer where account_id = :accountId and environment = :environment and incident_id = :id',
    { id: incident.id },
  );
  await tx.execute(
    `insert into incident_answer (account_id, environment, incident_id, run_id, platform, prompt_id, repeat, run_at)
     select a.account_id, a.environment, :id, a.run_id, a.platform, a.prompt_id, a.repeat, a.run_at ${matches}
     order by a.run_at desc, a.platform, a.prompt_id, a.repeat
     limit ${MOST_LINKED}`,
    { id: incident.id, ...values },
  );
  const [row] = await tx.execute<{ count: number }>(`select count(*) as count ${matches}`, values);
  return row?.count ?? 0;
}
