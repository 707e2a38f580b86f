import { Migration } from '@mikro-orm/migrations';
import { TENANT_COLUMNS, tenantPolicy } from './tenant.js';

/** Sentiment of each mention and its method; the method that chose each prompt's stage; cost of single engine calls. */
export class Migration0005Sentiment extends Migration {
  override name = '0005-sentiment';

  override up(): void {
    // Null if the answer does not name the brand, and for older answers, which were never judged.
    this.addSql(`
      alter table answer
        add column sentiment text check (sentiment in ('positive', 'neutral', 'negative')),
        add column sentiment_score double precision,
        add column sentiment_method text check (sentiment_method in ('judge', 'lexicon', 'none'));
      alter table answer_text add column judgement jsonb;
      alter table prompt
        add column classifier text not null default 'given' check (classifier in ('given', 'rules-v1', 'judge')),
        add column stage_confidence double precision`);
    this.addSql(`
      create table engine_call (
        ${TENANT_COLUMNS}
        id uuid not null, purpose text not null check (purpose in ('scan', 'query', 'rewrite', 'judge')),
        platform text not null, model text not null, sandbox boolean not null,
        status text not null check (status in ('answered', 'failed')), error_code text,
        tokens_used integer not null, cost_usd double precision, latency_ms integer not null,
        asked_at timestamptz(3) not null,
        primary key (account_id, environment, id)
      );
      create index engine_call_at on engine_call (account_id, environment, asked_at);
      ${tenantPolicy('engine_call')}`);
  }
}
