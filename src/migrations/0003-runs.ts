import { Migration } from '@mikro-orm/migrations';
import { TENANT_COLUMNS, tenantPolicy } from './tenant.js';

/** Key of an answer within a run. `run_at` is the creation time of the run, so a run is in one partition. */
const ANSWER_KEY = `
  run_id uuid not null, platform text not null, prompt_id uuid not null, repeat smallint not null,
  run_at timestamptz(3) not null,`;
const ANSWER_KEY_NAMES = 'account_id, environment, run_id, platform, prompt_id, repeat';

const partitioned = (table: string, columns: string, key: string): string => `
  create table ${table} (${TENANT_COLUMNS} ${ANSWER_KEY} ${columns}
    primary key (${key}, run_at)
  ) partition by range (run_at);
  ${tenantPolicy(table)}`;

/**
 * Runs and their answers. Facts and texts of answers have separate tables, because facts are counted over millions
 * of rows and texts are read one by one.
 */
export class Migration0003Runs extends Migration {
  override name = '0003-runs';

  override up(): void {
    this.addSql(`
      create table probe_run (
        ${TENANT_COLUMNS}
        id uuid not null, brand_id uuid not null, prompt_pack_id uuid, user_id uuid not null,
        kind text not null check (kind in ('probe', 'scan', 'query')),
        status text not null check (status in ('queued', 'running', 'completed', 'failed', 'cancelled')),
        platforms text[] not null, samples_per_prompt smallint not null, sandbox boolean not null,
        plan jsonb not null, first_repeat integer not null,
        expected_answers integer not null, answered integer not null, failed integer not null,
        sequence integer not null, estimated_completion_ms integer not null,
        failures jsonb not null, measures jsonb,
        created_at timestamptz(3) not null, started_at timestamptz(3), completed_at timestamptz(3),
        primary key (account_id, environment, id),
        foreign key (account_id, environment, brand_id) references brand
      );
      create index probe_run_of_brand on probe_run (account_id, environment, brand_id, id desc);
      create index probe_run_last on probe_run (account_id, environment, brand_id, completed_at desc)
        where kind = 'probe' and status = 'completed';
      ${tenantPolicy('probe_run')}

      create table probe_result (
        ${TENANT_COLUMNS}
        run_id uuid not null, platform text not null, ordinal smallint not null,
        mentioned boolean not null, rank integer, position integer, snippet text not null,
        tokens_used integer not null, answers integer not null, mentions integer not null, failed integer not null,
        primary key (account_id, environment, run_id, platform),
        foreign key (account_id, environment, run_id) references probe_run on delete cascade
      );
      ${tenantPolicy('probe_result')}

      create table citation (
        ${TENANT_COLUMNS}
        id uuid not null, brand_id uuid not null, platform text not null,
        source_url text not null, source_domain text not null, prompt_hash text not null,
        context text not null, owned boolean not null, sandbox boolean not null,
        discovered_at timestamptz(3) not null,
        primary key (account_id, environment, id),
        foreign key (account_id, environment, brand_id) references brand
      );
      create index citation_newest on citation (account_id, environment, brand_id, discovered_at desc, id desc);
      ${tenantPolicy('citation')}

      create table result_citation (
        ${TENANT_COLUMNS}
        run_id uuid not null, platform text not null, ordinal smallint not null,
        citation_id uuid not null, times integer not null,
        primary key (account_id, environment, run_id, platform, ordinal),
        foreign key (account_id, environment, run_id) references probe_run on delete cascade
      );
      ${tenantPolicy('result_citation')}

      create table outbox (
        ${TENANT_COLUMNS}
        id uuid not null, event text not null, brand_id uuid not null, data jsonb not null,
        created_at timestamptz(3) not null,
        primary key (account_id, environment, id),
        foreign key (account_id) references account_setting on delete cascade
      );
      ${tenantPolicy('outbox')}`);
    this.addSql(
      partitioned(
        'answer',
        `brand_id uuid not null, asked_at timestamptz(3) not null,
         status text not null check (status in ('answered', 'failed')), error_code text,
         branded boolean not null, mentioned boolean not null, rank smallint, position integer,
         citations smallint not null, owned_citations smallint not null, citation_capable boolean not null,
         tokens_used integer not null, cost_usd double precision, latency_ms integer not null,
         model text not null, web_search boolean not null, country text, language text not null,
         sandbox boolean not null, sequence integer not null,`,
        ANSWER_KEY_NAMES,
      ),
    );
    this.addSql(
      `create index answer_of_brand on answer (account_id, environment, brand_id, run_at)`,
    );
    this.addSql(
      partitioned(
        'answer_text',
        `text text not null, snippet text not null, error_message text, search_queries text[] not null,`,
        ANSWER_KEY_NAMES,
      ),
    );
    this.addSql(
      partitioned(
        'answer_mention',
        `entity_id text not null, rank smallint, position integer not null, mentions smallint not null,`,
        `${ANSWER_KEY_NAMES}, entity_id`,
      ),
    );
    this.addSql(
      partitioned(
        'answer_citation',
        `ordinal smallint not null, citation_id uuid not null, source_url text not null, source_domain text not null,
         context text not null, owned boolean not null,`,
        `${ANSWER_KEY_NAMES}, ordinal`,
      ),
    );
    // Partitions need the policy too: that of the parent does not apply to queries that name a partition.
    this.addSql(`
      create function make_answer_partitions(month date) returns void language plpgsql as $$
      declare
        parent text;
        part text;
      begin
        foreach parent in array array['answer', 'answer_text', 'answer_mention', 'answer_citation'] loop
          part := parent || to_char(month, '_YYYYMM');
          if to_regclass(part) is null then
            execute format('create table %I partition of %I for values from (%L) to (%L)',
              part, parent, date_trunc('month', month), date_trunc('month', month) + interval '1 month');
            execute format('alter table %I enable row level security', part);
            execute format('alter table %I force row level security', part);
            execute format($policy$create policy tenant on %I using (
              account_id = nullif(current_setting('app.account_id', true), '')::uuid
              and environment = nullif(current_setting('app.environment', true), ''))$policy$, part);
          end if;
        end loop;
      end $$`);
  }
}
