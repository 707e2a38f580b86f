import { Migration } from '@mikro-orm/migrations';
import { TENANT_COLUMNS, tenantPolicy } from './tenant.js';

/** Lets dashboards count from one index only, and adds the table of incidents. */
export class Migration0006Dashboards extends Migration {
  override name = '0006-dashboards';

  override up(): void {
    this.addSql('set local statement_timeout = 0');
    // `named` is the number of tracked names in an answer, including the brand: the denominator of share of voice.
    // The policies also apply to the tables' owner, so they are disabled within this transaction.
    this.addSql(`
      alter table answer add column named smallint not null default 0;
      alter table answer disable row level security;
      alter table answer_mention disable row level security;
      update answer a set named = of.named
      from (
        select account_id, environment, run_id, platform, prompt_id, repeat, run_at, count(*) as named
        from answer_mention group by 1, 2, 3, 4, 5, 6, 7
      ) of
      where (a.account_id, a.environment, a.run_id, a.platform, a.prompt_id, a.repeat, a.run_at)
        = (of.account_id, of.environment, of.run_id, of.platform, of.prompt_id, of.repeat, of.run_at);
      alter table answer enable row level security;
      alter table answer_mention enable row level security`);
    this.addSql(`
      drop index answer_of_brand;
      create index answer_of_brand on answer (account_id, environment, brand_id, run_at)
        include (sandbox, status, branded, platform, prompt_id, mentioned, rank, named, sentiment, sentiment_method,
          citation_capable, citations, owned_citations)`);
    this.addSql(`
      create table incident (
        ${TENANT_COLUMNS}
        id uuid not null, brand_id uuid not null, type text not null,
        severity text not null check (severity in ('low', 'medium', 'high', 'critical')),
        status text not null check (status in ('open', 'investigating', 'resolved')),
        title text not null, evidence_count integer not null, sandbox boolean not null, details jsonb not null,
        opened_at timestamptz(3) not null, resolved_at timestamptz(3),
        primary key (account_id, environment, id),
        foreign key (account_id, environment, brand_id) references brand
      );
      create index incident_of_brand on incident (account_id, environment, brand_id, opened_at desc);
      ${tenantPolicy('incident')}`);
  }
}
