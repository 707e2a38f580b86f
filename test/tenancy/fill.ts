import type { Tenant } from '../../src/database/db.js';
import { newId } from '../../src/domain/accounts/id.js';
import { sql } from '../helpers/run/sql.js';

export interface TenantTable {
  name: string;
  hasEnvironment: boolean;
  isPartition: boolean;
}

/** All tables of schema public, and the partitions of those that have some. */
export const listTenantTables = (url: string): Promise<TenantTable[]> =>
  sql(
    url,
    `select c.relname as name, exists (select from pg_attribute a where a.attrelid = c.oid
       and a.attname = 'environment') as "hasEnvironment", c.relispartition as "isPartition"
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
     order by c.relispartition desc, 1`,
  );

/** Columns that hold one of a few words. */
const WORDS: Record<string, string> = {
  tier: 'free',
  engine_grant: 'operator',
  format: 'sk',
  stage: 'action',
  kind: 'probe',
  severity: 'low',
  sentiment: 'neutral',
  sentiment_method: 'lexicon',
  classifier: 'given',
  purpose: 'scan',
  'engine_call.status': 'answered',
  'answer.status': 'answered',
  'incident.status': 'open',
  'incident_notice.status': 'pending',
  least_severity: 'low',
  previous_severity: 'low',
  step: 'test',
  channel: 'slack',
  'incident_note.status': 'open',
  'probe_run.status': 'completed',
  'check_run.status': 'completed',
  'check_run.kind': 'scan',
  target_type: 'rewrite',
  'rewrite_batch.status': 'draft',
  'rewrite_batch_item.status': 'waiting',
  'rewrite.status': 'completed',
  'webhook_delivery.status': 'pending',
  'suggestion.status': 'proposed',
  intent: 'faq',
  prompts: 'all',
  outcome: 'skipped',
  reason: 'running',
};
const BY_TYPE: Record<string, unknown> = {
  bigint: 1,
  boolean: true,
  bytea: Buffer.from('x'),
  'double precision': 1,
  integer: 1,
  jsonb: '{}',
  smallint: 1,
  text: 'x',
  'text[]': [],
  'uuid[]': [],
};

/** The middle of the newest month whose partitions exist, or now. */
const inMonth = (table: string): Date => {
  const [, year, month] = /_(\d{4})(\d{2})$/.exec(table) ?? [];
  return year === undefined ? new Date() : new Date(Date.UTC(Number(year), Number(month) - 1, 15));
};

function toValue(table: string, column: string, type: string, tenant: Tenant): unknown {
  if (column === 'account_id') return tenant.accountId;
  if (column === 'environment') return tenant.environment;
  const word = WORDS[`${table.replace(/_\d{6}$/, '')}.${column}`] ?? WORDS[column];
  if (word !== undefined) return word;
  if (type === 'uuid') return newId();
  if (type.startsWith('timestamp') || type === 'date') return inMonth(table);
  if (!(type in BY_TYPE)) throw new Error(`what goes into ${table}.${column}, a ${type}?`);
  return BY_TYPE[type];
}

/** One row per scope with every column set; the parents that it would refer to are not asked for. */
export async function fillTable(
  url: string,
  table: TenantTable,
  scopes: readonly Tenant[],
): Promise<void> {
  const columns = await sql<{ name: string; type: string }>(
    url,
    `select attname as name, regexp_replace(format_type(atttypid, atttypmod), '\\(\\d+\\)', '') as type
     from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
    [table.name],
  );
  const names = columns.map(({ name }) => name).join(', ');
  const places = columns.map((_, index) => `$${index + 1}`).join(', ');
  const withoutReferences = new URL(url);
  withoutReferences.searchParams.set('options', '-c session_replication_role=replica');
  for (const tenant of scopes) {
    const values = columns.map(({ name, type }) => toValue(table.name, name, type, tenant));
    await sql(
      withoutReferences.href,
      `insert into ${table.name} (${names}) values (${places}) on conflict do nothing`,
      values,
    );
  }
}
