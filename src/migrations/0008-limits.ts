import { Migration } from '@mikro-orm/migrations';

/**
 * Use of limits. A crash of the database may lose windows, but not daily quotas. Of tenants, both contain
 * only the id.
 */
export class Migration0008Limits extends Migration {
  override name = '0008-limits';

  override up(): void {
    this.addSql(`
      create table auth.daily_quota (
        day date not null, allowance text not null, holder text not null, used integer not null,
        primary key (day, allowance, holder)
      );
      create unlogged table auth.rate_window (
        key text primary key, at_ms bigint not null, counts integer[] not null
      ) with (fillfactor = 50);`);
    // Implements src/domain/limits/sliding-window.ts for all layers of an allowance together: first returns "back"
    // permits taken at "back_ms", then admits "wanted" calls as far as every layer has room, then takes at most a
    // twentieth of the rest in advance.
    this.addSql(`
      create function auth.take_places(
        place text, part_ms integer[], limits integer[], wanted integer, most_ahead integer,
        clock_ms bigint, back integer, back_ms bigint,
        out now_ms bigint, out granted integer, out ahead integer,
        out free integer[], out frees_ms double precision[]
      ) language plpgsql as $$
      declare
        slots constant integer := 61;
        layers constant integer := cardinality(part_ms);
        used integer[];
        sums integer[];
        seen_ms bigint;
        bucket bigint;
        room integer := 2147483647;
        slot integer;
        total integer;
      begin
        loop
          select w.at_ms, w.counts into seen_ms, used from auth.rate_window w where w.key = place for update;
          exit when found;
          insert into auth.rate_window values (place, 0, array_fill(0, array[slots * layers])) on conflict do nothing;
        end loop;
        -- Read behind the lock, and never earlier than the last place was taken.
        now_ms := greatest(seen_ms, coalesce(clock_ms, floor(extract(epoch from clock_timestamp()) * 1000)::bigint));
        for layer in 1..layers loop
          slot := (layer - 1) * slots + 1;
          bucket := now_ms / part_ms[layer];
          for age in 0..least(bucket - seen_ms / part_ms[layer], slots)::int - 1 loop
            used[slot + ((bucket - age) % slots)::int] := 0;
          end loop;
          if back > 0 and back_ms / part_ms[layer] between bucket - 60 and bucket then
            used[slot + (back_ms / part_ms[layer] % slots)::int] :=
              greatest(used[slot + (back_ms / part_ms[layer] % slots)::int] - back, 0);
          end if;
          total := 0;
          for at in slot..slot + slots - 1 loop
            total := total + used[at];
          end loop;
          sums[layer] := total;
          room := least(room, limits[layer] - total);
        end loop;

        granted := greatest(least(wanted, room), 0);
        ahead := greatest(least(most_ahead, (room - granted) / 20), 0);
        for layer in 1..layers loop
          slot := (layer - 1) * slots + 1;
          bucket := now_ms / part_ms[layer];
          used[slot + (bucket % slots)::int] := used[slot + (bucket % slots)::int] + granted + ahead;
          sums[layer] := sums[layer] + granted + ahead;
          free[layer] := limits[layer] - sums[layer];
          total := 0;
          for age in reverse slots - 1..0 loop
            total := total + used[slot + ((bucket - age) % slots)::int];
            frees_ms[layer] := (bucket - age + slots) * part_ms[layer];
            exit when total > greatest(-free[layer], 0);
          end loop;
        end loop;
        if granted + ahead + back > 0 then
          update auth.rate_window w set at_ms = now_ms, counts = used where w.key = place;
        end if;
      end $$`);
  }
}
