import { Migration } from '@mikro-orm/migrations';

/** Cost of live engines per UTC day over all processes, and the accounts that may use them. */
export class Migration0035EngineSpend extends Migration {
  override name = '0035-engine-spend';

  override up(): void {
    // "micros" are millionths of a US dollar: the cost of ended calls plus the largest possible cost of running ones.
    // "refused" is the smallest largest-possible cost among the calls that exceeded the budget.
    this.addSql(`
      create table auth.engine_spend (
        day date primary key, calls integer not null default 0, micros bigint not null default 0,
        refused bigint, warned boolean not null default false
      );`);
    // Each call in "asked" is granted separately. "returned" calls reached no engine. "settled" is the actual cost
    // of ended calls minus the reserved cost.
    this.addSql(`
      create function auth.spend_engine_calls(
        on_day date, asked bigint[], returned integer, settled bigint, most_calls integer, most_micros bigint,
        out granted boolean[], out now_calls integer, out now_micros bigint, out warns boolean
      ) language plpgsql as $$
      declare
        seen auth.engine_spend;
        wanted bigint;
        least_refused bigint;
      begin
        insert into auth.engine_spend (day) values (on_day) on conflict do nothing;
        select * into strict seen from auth.engine_spend e where e.day = on_day for update;
        granted := '{}';
        now_calls := greatest(seen.calls - returned, 0);
        now_micros := greatest(seen.micros + settled, 0);
        least_refused := seen.refused;
        foreach wanted in array asked loop
          if now_calls < most_calls and now_micros + wanted <= most_micros then
            granted := granted || true;
            now_calls := now_calls + 1;
            now_micros := now_micros + wanted;
          else
            granted := granted || false;
            least_refused := least(least_refused, wanted);
          end if;
        end loop;
        warns := not seen.warned and (now_calls * 5::bigint >= most_calls * 4::bigint or now_micros * 5 >= most_micros * 4);
        update auth.engine_spend e
          set calls = now_calls, micros = now_micros, refused = least_refused, warned = seen.warned or warns
          where e.day = on_day;
      end $$`);
    // Only the operator sets paid tiers and limits of single accounts. Other accounts may be anybody's: they wait
    // until an owner's address is confirmed or the operator grants access.
    this.addSql(`
      alter table account_setting add column engine_grant text not null default 'confirmed'
        check (engine_grant in ('operator', 'confirmed', 'none'));
      alter table account_setting disable row level security;
      update account_setting set engine_grant = 'operator' where tier <> 'free' or limits <> '{}';
      alter table account_setting enable row level security;`);
  }
}
