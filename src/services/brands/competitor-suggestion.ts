import type { EngineDeps, Statement, StoreDeps, Tenant } from '../../deps.js';
import { toEntity } from '../../domain/names/alias.js';
import { createMentionFinder } from '../../domain/names/mention.js';
import { nameKey } from '../../domain/names/untracked-name.js';
import { checkText } from '../input/validate.js';
import { type BrandRow, findBrand, loadBrands, loadCompetitors } from './brand.js';

export interface CompetitorSuggestionRow {
  brandId: string;
  name: string;
  answers: number;
  firstSeenAt: Date;
  lastSeenAt: Date;
  sandbox: boolean;
}

const FEWEST_ANSWERS = 3;
/** Limit per brand, large enough to leave suggestions after the tracked names are removed. */
const MOST_READ = 300;

const MOST_SEEN: Statement = {
  name: 'competitor-suggestions',
  text: `select of.* from unnest(:brandIds::uuid[]) as brand (id) cross join lateral (
      select brand_id as "brandId", name, answers, first_seen_at as "firstSeenAt", last_seen_at as "lastSeenAt", sandbox
      from competitor_suggestion
      where account_id = :accountId and environment = :environment and brand_id = brand.id and sandbox = :sandbox
        and answers >= ${FEWEST_ANSWERS} and dismissed_at is null
      order by answers desc, name_key limit ${MOST_READ}) of
    order by of."brandId", of.answers desc, of.name`,
};

/** Untracked names, most frequent first; from sandbox answers only while the sandbox answers. */
export async function loadCompetitorSuggestions(
  deps: StoreDeps & EngineDeps,
  tenant: Tenant,
  brandIds: readonly string[],
  first: number,
): Promise<CompetitorSuggestionRow[]> {
  const { sandbox } = deps.engines.forEnvironment(tenant.environment);
  const [brands, competitors, rows] = await Promise.all([
    loadBrands(deps, tenant, brandIds),
    loadCompetitors(deps, tenant, brandIds),
    deps.db.query<CompetitorSuggestionRow>(tenant, MOST_SEEN, { brandIds, sandbox }),
  ]);
  return brands.flatMap((brand) => {
    const rivals = competitors.filter(({ brandId }) => brandId === brand.id);
    const finder = createMentionFinder(
      [brand, ...rivals].map(({ id, name, aliases }) => toEntity(id, name, aliases)),
    );
    return rows
      .filter(({ brandId, name }) => brandId === brand.id && finder.find(name).length === 0)
      .slice(0, first);
  });
}

const DISMISS: Statement = {
  name: 'dismiss-competitor-suggestion',
  text: `insert into competitor_suggestion (account_id, environment, brand_id, sandbox, name_key, name, answers,
      first_seen_at, last_seen_at, dismissed_at)
    values (:accountId, :environment, :brandId, :sandbox, :key, :name, 0, :now, :now, :now)
    on conflict (account_id, environment, brand_id, sandbox, name_key) do update set dismissed_at = excluded.dismissed_at`,
};

/** The name is never suggested again, in any spelling, even if no answer has named it yet. */
export async function dismissCompetitorSuggestion(
  deps: StoreDeps & EngineDeps,
  tenant: Tenant,
  brandId: string,
  input: string,
): Promise<BrandRow> {
  const name = checkText('name', input, 200);
  const brand = await findBrand(deps, tenant, brandId);
  const { sandbox } = deps.engines.forEnvironment(tenant.environment);
  await deps.db.command(tenant, DISMISS, {
    brandId: brand.id,
    sandbox,
    key: nameKey(name),
    name,
    now: deps.now(),
  });
  return brand;
}

export interface NameCount {
  /** Adds the names of one answer. */
  add(names: readonly string[]): void;
  /** The names in most answers first. */
  most(count: number): { key: string; name: string; answers: number }[];
}

/** Limit for different names; real answers stay far below. */
const MOST_COUNTED = 5_000;
/** Limit per run. */
export const MOST_STORED_NAMES = 200;

export function createNameCount(): NameCount {
  const counted = new Map<string, { key: string; name: string; answers: number }>();
  return {
    add(names) {
      for (const [key, name] of new Map(names.map((name) => [nameKey(name), name]))) {
        const entry = counted.get(key);
        if (entry !== undefined) entry.answers += 1;
        else if (counted.size < MOST_COUNTED) counted.set(key, { key, name, answers: 1 });
      }
    },
    most: (count) => [...counted.values()].sort((a, b) => b.answers - a.answers).slice(0, count),
  };
}

const TEXTS_AT_ONCE = 100;
const UNCOUNTED: Statement = {
  name: 'texts-to-count',
  text: `select a.sequence, t.text from answer a
      join answer_text t using (account_id, environment, run_id, platform, prompt_id, repeat, run_at)
    where a.account_id = :accountId and a.environment = :environment and a.run_id = :id and a.run_at = :createdAt and a.sequence > :seen
    order by a.sequence limit ${TEXTS_AT_ONCE}`,
};

/** Counts names in answers that another worker stored before it stopped, a few texts at a time. */
export async function countStoredNames(
  deps: StoreDeps,
  tenant: Tenant,
  run: { id: string; createdAt: Date; namesCounted: number },
  namesOf: (text: string) => Promise<readonly string[]>,
  names: NameCount,
): Promise<void> {
  let seen = run.namesCounted;
  for (;;) {
    const rows = await deps.db.query<{ sequence: number; text: string }>(tenant, UNCOUNTED, {
      id: run.id,
      createdAt: run.createdAt,
      seen,
    });
    for (const { sequence, text } of rows) {
      names.add(await namesOf(text));
      seen = sequence;
    }
    if (rows.length < TEXTS_AT_ONCE) return;
  }
}
