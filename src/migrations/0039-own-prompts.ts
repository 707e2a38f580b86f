import { Migration } from '@mikro-orm/migrations';

/** The twelve default prompts of earlier packs, in order. */
const TWELVE = [
  ['awareness', 'What problems can {category} solve?'],
  ['awareness', 'Who are the leading names in {category} today?'],
  ['awareness', 'What is changing in {category} this year?'],
  ['interest', 'How can I find the right {category} for my needs?'],
  ['interest', 'Which features matter most in {category}, and who offers them?'],
  ['interest', 'What are the main types of {category}, and who is known for each?'],
  ['desire', 'Which {category} would you recommend, and why?'],
  ['desire', 'What are the top 10 options for {category}?'],
  ['desire', 'Can you compare the most popular choices for {category}?'],
  ['action', 'Where can I buy or book {category}?'],
  ['action', 'Which providers of {category} have the fairest price?'],
  ['action', 'Where can I get a discount or a free trial for {category}?'],
] as const;

const TEMPLATES = `(values ${TWELVE.map(([stage, text], at) => `(${at}, '${stage}', '${text}')`).join(', ')}) as template (place, stage, text)`;
const textFor = (category: string): string => `replace(template.text, '{category}', ${category})`;
/** A UUIDv7 that sorts by `place` among the ids of one statement. */
const idAt = (
  place: string,
): string => `encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) placing
  substring(int8send((date_part('epoch', now()) * 1000)::bigint + ${place}) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid`;

const BOUND_BY_TENANT = ['brand', 'prompt_pack', 'prompt', 'schedule'];

/**
 * Gives each brand its own prompts. An account used to have one pack, made from its first brand's category: the pack
 * becomes that brand's, and each other brand gets one for its category. Prompts added by users are carried over.
 */
export class Migration0039OwnPrompts extends Migration {
  override name = '0039-own-prompts';

  override up(): void {
    this.addSql(`
      alter table brand add column language text not null default 'en';
      alter table prompt_pack rename column is_default to is_bound;
      alter index prompt_pack_default rename to prompt_pack_bound;
      alter table prompt_pack add column brand_id uuid,
        add foreign key (account_id, environment, brand_id) references brand on delete cascade;
      create unique index prompt_pack_own on prompt_pack (account_id, environment, brand_id) where brand_id is not null`);
    for (const table of BOUND_BY_TENANT)
      this.addSql(`alter table ${table} disable row level security`);
    this.addSql(`
      update prompt_pack k set is_bound = false, brand_id = (
          select b.id from brand b where (b.account_id, b.environment) = (k.account_id, k.environment)
          order by b.deleted_at is not null, lower(b.category) <> lower(k.name), b.id limit 1)
        where k.is_bound`);
    this.addSql(`
      insert into prompt_pack (account_id, environment, id, name, is_bound, brand_id, created_at)
      select b.account_id, b.environment, ${idAt('row_number() over ()')}, b.category, false, b.id, now() from brand b
      where b.deleted_at is null and not exists (select from prompt_pack k
        where (k.account_id, k.environment, k.brand_id) = (b.account_id, b.environment, b.id))`);
    // `former` has the prompts that the brand was asked until now.
    this.addSql(`
      with own as (
        select k.*, former.id as former_id, former.name as former_name
        from prompt_pack k left join prompt_pack former on (former.account_id, former.environment) = (k.account_id, k.environment)
          and former.brand_id is not null and former.created_at < k.created_at
        where k.brand_id is not null and k.created_at = now()::timestamptz(3)
      ), made as (
        select own.account_id, own.environment, own.id as pack_id, template.place::bigint, ${textFor('own.name')} as text, template.stage,
          'given' as classifier, null::float8 as stage_confidence, '{}'::text[] as tags, null as country, 'en' as language, true as enabled
        from own cross join ${TEMPLATES}
        where lower(own.name) is distinct from lower(own.former_name)
        union all
        select own.account_id, own.environment, own.id, 100 + row_number() over (order by p.id), p.text, p.stage,
          p.classifier, p.stage_confidence, p.tags, p.country, p.language, p.enabled
        from own join prompt p on (p.account_id, p.environment, p.pack_id) = (own.account_id, own.environment, own.former_id)
        where lower(own.name) = lower(own.former_name)
          or not exists (select from ${TEMPLATES} where ${textFor('own.former_name')} = p.text)
      )
      insert into prompt (account_id, environment, id, pack_id, text, stage, classifier, stage_confidence, tags, country, language,
        enabled, created_at, updated_at)
      select account_id, environment, ${idAt('place')}, pack_id, text, stage, classifier, stage_confidence, tags, country, language,
        enabled, now(), now() from made`);
    // Schedules that named the account's pack use the brand's prompts.
    this.addSql(`
      update schedule s set prompt_pack_id = null from prompt_pack k
        where (k.account_id, k.environment, k.id) = (s.account_id, s.environment, s.prompt_pack_id) and k.brand_id <> s.brand_id`);
    for (const table of BOUND_BY_TENANT)
      this.addSql(`alter table ${table} enable row level security`);
  }
}
