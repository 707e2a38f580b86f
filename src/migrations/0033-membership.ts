import { Migration } from '@mikro-orm/migrations';

/**
 * Rules of membership for all writers: the sign-in library, the command line and manual SQL. A role is one of four
 * words, and an account keeps at least one owner. A change of membership notifies all processes and ends the sessions
 * and keys that depend on it.
 */
export class Migration0033Membership extends Migration {
  override name = '0033-membership';

  override up(): void {
    // A comma-separated list of roles becomes its highest role, and any other text becomes viewer.
    this.addSql(`
      update auth."member" set role = coalesce((array(
          select word from unnest(array['owner', 'admin', 'member', 'viewer']) with ordinality as known (word, place)
          where word = any(string_to_array(role, ',')) order by place))[1], 'viewer')
        where role not in ('owner', 'admin', 'member', 'viewer');
      update auth."invitation" set status = 'canceled'
        where status = 'pending' and (role is null or role not in ('owner', 'admin', 'member', 'viewer'))`);
    this.addSql(`
      create function auth.check_member() returns trigger language plpgsql as $$
      begin
        if tg_op <> 'DELETE' and new.role not in ('owner', 'admin', 'member', 'viewer') then
          raise exception 'a role is owner, admin, member or viewer'
            using errcode = 'check_violation', constraint = 'member_role';
        end if;
        if tg_op = 'UPDATE' and (new."organizationId", new."userId") is distinct from (old."organizationId", old."userId") then
          raise exception 'a membership cannot be moved to another account or user'
            using errcode = 'check_violation', constraint = 'member_place';
        end if;
        if tg_op <> 'INSERT' and old.role = 'owner' and (tg_op = 'DELETE' or new.role <> 'owner') then
          -- Two owners who go at the same time wait for each other here. An account that is being removed has no row.
          perform from auth."organization" where id = old."organizationId" for no key update;
          if found and not exists (select from auth."member"
              where "organizationId" = old."organizationId" and role = 'owner' and id <> old.id) then
            raise exception 'the last owner of an account can be neither removed nor lowered'
              using errcode = 'check_violation', constraint = 'one_owner';
          end if;
        end if;
        return case when tg_op = 'DELETE' then old else new end;
      end $$;
      create trigger checked before insert or update or delete on auth."member"
        for each row execute function auth.check_member()`);
    // Binds to the account while it revokes keys, see remove_parts.
    this.addSql(`
      create function auth.revoke_keys(account uuid, maker uuid) returns void language plpgsql as $$
      declare
        account_before text := coalesce(current_setting('app.account_id', true), '');
        environment_before text := coalesce(current_setting('app.environment', true), '');
        world text;
      begin
        foreach world in array array['live', 'test'] loop
          perform set_config('app.account_id', account::text, true), set_config('app.environment', world, true);
          update public.api_key set revoked_at = now()
            where account_id = account and environment = world and user_id = maker and revoked_at is null;
        end loop;
        perform set_config('app.account_id', account_before, true), set_config('app.environment', environment_before, true);
      end $$;
      create function auth.tell_member() returns trigger language plpgsql as $$
      declare
        place record;
      begin
        if tg_op = 'DELETE' then
          place := old;
          update auth."session" set "activeOrganizationId" = null
            where "userId" = old."userId" and "activeOrganizationId" = old."organizationId"::text;
          -- They come back by a new invitation only, and nobody comes by one of theirs.
          update auth."invitation" set status = 'canceled'
            where "organizationId" = old."organizationId" and status = 'pending'
              and ("inviterId" = old."userId" or email = (select u.email from auth."user" u where u.id = old."userId"));
          perform auth.revoke_keys(old."organizationId", old."userId");
        else
          place := new;
        end if;
        perform pg_notify('answerscope', json_build_object('topic', 'member',
          'accountId', place."organizationId", 'userId', place."userId")::text);
        return null;
      end $$;
      create trigger told after insert or update or delete on auth."member"
        for each row execute function auth.tell_member()`);
  }
}
