import { findPackOf } from '../../../src/services/prompts/prompt-pack.js';
import type { TestApp } from '../app.js';
import { sql } from '../run/sql.js';
import { tellRun, times } from './answers.js';
import type { Tenant } from './probe.js';

/** The picker picks 52 of 1,040 prompts. */
const PROMPTS = 1_040;
export const PICKED = 52;
/** Numbers of prompts with one and two answers; the rest have three. All are without a mention, on one platform. */
const ONCE = 30;
const TWICE = 40;

/**
 * Fills an account's default pack up to 1,040 prompts with different numbers of answers.
 * @returns the ids of the prompts to be picked, in order: asked once, asked twice, then by id
 */
export async function askUnevenly(
  app: TestApp,
  tenant: Tenant,
  brandId: string,
): Promise<string[]> {
  const pack = await findPackOf(app.deps, tenant, brandId, null);
  const added = await sql<{ id: string }>(
    app.databaseUrl,
    `insert into prompt select (jsonb_populate_record(one, jsonb_build_object('id', gen_random_uuid(), 'text', 'Which one, number ' || n || '?'))).*
     from (select prompt::prompt as one, count(*) over () as known from prompt where pack_id = $1 limit 1) known,
       generate_series(1, $2 - known) n returning id`,
    [pack.id, PROMPTS],
  );
  const ids = added.map(({ id }) => id);
  const given = await sql<{ id: string }>(
    app.databaseUrl,
    'select id from prompt where pack_id = $1 and not id = any($2)',
    [pack.id, ids],
  );
  // Neither in the order of ids nor in the order of creation.
  const shuffled = ids.toSorted((a, b) => (a.slice(20) < b.slice(20) ? -1 : 1));
  const countOf = (at: number) => (at < ONCE ? 1 : at < ONCE + TWICE ? 2 : 3);
  await tellRun(app, tenant, brandId, {
    at: new Date(app.deps.now().getTime() - 60_000),
    answers: [
      ...shuffled.flatMap((promptId, at) => times(countOf(at), { promptId })),
      ...given.flatMap(({ id: promptId }) => times(9, { promptId })),
    ],
  });
  return [...shuffled.slice(0, ONCE).sort(), ...shuffled.slice(ONCE, ONCE + TWICE).sort()].slice(
    0,
    PICKED,
  );
}
