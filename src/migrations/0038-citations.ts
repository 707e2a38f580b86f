import { Migration } from '@mikro-orm/migrations';
import { citationIdOf, pageIdOf } from '../domain/answers/analyse-answer.js';
import { pageOf } from '../domain/text/url.js';
import { TENANT_COLUMNS, tenantPolicy } from './tenant.js';

interface Seen {
  n: number;
  brandId: string;
  platform: string;
  url: string;
  domain: string;
  sandbox: boolean;
}

const AT_ONCE = 5_000;
const COLUMNS = `brand_id, platform, source_url, source_domain, prompt_hash, context, owned, sandbox, discovered_at`;

/** Titles of opaque redirects were not stored; usually the title is the domain of the source. */
const toMoved = ({ n, brandId, platform, url, domain, sandbox }: Seen) => {
  const pageId = pageIdOf(brandId, pageOf({ url, title: domain }) ?? url, sandbox);
  return { n, pageId, citationId: citationIdOf(pageId, platform) };
};

/**
 * Makes one page one citation per platform; before, each prompt and spelling of the address had its own. Results
 * store brand and time, so that the citations of a period are read from an index. A brand's known pages get a table,
 * because a page that a second platform cites is not new. Answers of cancelled runs lose their brand, so that they
 * count in none of its numbers. Answers store the basis of their rank.
 */
export class Migration0038Citations extends Migration {
  override name = '0038-citations';

  override async up(): Promise<void> {
    const tables = ['answer', 'citation', 'result_citation', 'answer_citation', 'probe_run'];
    const each = (change: string) =>
      this.execute(tables.map((table) => `alter table ${table} ${change};`).join('\n'));
    await this.execute(`
      set local statement_timeout = 0;
      alter table answer add column rank_basis text;
      alter table incident drop column seen_until;
      alter table answer alter column brand_id drop not null;
      alter table answer_citation rename column citation_id to page_id;
      alter table result_citation add column brand_id uuid, add column cited_at timestamptz(3);
      create table cited_page (
        ${TENANT_COLUMNS}
        id uuid not null, brand_id uuid not null,
        primary key (account_id, environment, id),
        foreign key (account_id, environment, brand_id) references brand
      );
      create index cited_page_of_brand on cited_page (account_id, environment, brand_id);`);
    // The policies also apply to the tables' owner, which here moves the rows of all accounts.
    await each('disable row level security');
    await this.execute(`update answer a set brand_id = null from probe_run r
      where (r.account_id, r.environment, r.id) = (a.account_id, a.environment, a.run_id)
        and r.created_at = a.run_at and r.status = 'cancelled'`);
    await this.#move();
    await each('enable row level security');
    await this.execute(`
      ${tenantPolicy('cited_page')}
      alter table result_citation alter column brand_id set not null, alter column cited_at set not null;
      create index result_citation_of_brand on result_citation (account_id, environment, brand_id, cited_at)
        include (platform, citation_id, times)`);
  }

  /** Uses ordinary tables and drops them at the end: in a database already in use, no role may create temporary ones. */
  async #move(): Promise<void> {
    // Runs that have not ended have answers, but no citations yet.
    await this.execute(`
      create table moving_seen as
        select row_number() over () as n, of.* from (
          select account_id, environment, id, brand_id, platform, source_url, source_domain, sandbox from citation
          union all
          select distinct on (c.account_id, c.environment, c.page_id) c.account_id, c.environment, c.page_id, r.brand_id,
            c.platform, c.source_url, c.source_domain, r.sandbox
          from answer_citation c join probe_run r
            on (r.account_id, r.environment, r.id) = (c.account_id, c.environment, c.run_id)
          where not exists (select from citation known
            where (known.account_id, known.environment, known.id) = (c.account_id, c.environment, c.page_id))
        ) of;
      create unique index on moving_seen (n);
      create table moving_ids (n bigint primary key, page_id uuid not null, citation_id uuid not null)`);
    for (let from = 1; ; from += AT_ONCE) {
      const rows = (await this.execute(
        `select n::int, brand_id as "brandId", platform, source_url as url, source_domain as domain, sandbox
         from moving_seen where n >= ${from} and n < ${from + AT_ONCE}`,
      )) as unknown as Seen[];
      if (rows.length === 0) break;
      await this.execute(
        `insert into moving_ids select * from jsonb_to_recordset(?::jsonb) as m (n bigint, "pageId" uuid, "citationId" uuid)`,
        [JSON.stringify(rows.map(toMoved))],
      );
    }
    await this.execute(`
      create table moving_change as
        select s.account_id, s.environment, s.id, m.page_id, m.citation_id from moving_seen s join moving_ids m using (n);
      create unique index on moving_change (account_id, environment, id);
      analyze moving_change;

      update answer_citation c set page_id = m.page_id from moving_change m
      where (m.account_id, m.environment, m.id) = (c.account_id, c.environment, c.page_id);

      create table moving_listed as
        select rc.account_id, rc.environment, rc.run_id, rc.platform, row_number() over (
            partition by rc.account_id, rc.environment, rc.run_id, rc.platform
            order by sum(rc.times) desc, min(rc.ordinal)) - 1 as ordinal,
          m.citation_id, sum(rc.times) as times, r.brand_id, coalesce(r.completed_at, r.created_at) as cited_at
        from result_citation rc
          join moving_change m on (m.account_id, m.environment, m.id) = (rc.account_id, rc.environment, rc.citation_id)
          join probe_run r on (r.account_id, r.environment, r.id) = (rc.account_id, rc.environment, rc.run_id)
        group by rc.account_id, rc.environment, rc.run_id, rc.platform, m.citation_id, r.brand_id, 9;
      delete from result_citation;
      insert into result_citation (account_id, environment, run_id, platform, ordinal, citation_id, times, brand_id, cited_at)
        select * from moving_listed;

      create table moving_kept as
        select distinct on (c.account_id, c.environment, m.citation_id) c.account_id, c.environment, m.citation_id, m.page_id,
          ${COLUMNS.replace(/\w+/g, 'c.$&')}
        from citation c join moving_change m using (account_id, environment, id)
        order by c.account_id, c.environment, m.citation_id, c.discovered_at, c.id;
      delete from citation;
      insert into citation (account_id, environment, id, ${COLUMNS})
        select account_id, environment, citation_id, ${COLUMNS} from moving_kept;
      insert into cited_page (account_id, environment, id, brand_id)
        select distinct account_id, environment, page_id, brand_id from moving_kept;
      drop table moving_seen, moving_ids, moving_change, moving_listed, moving_kept`);
  }
}
