import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createSchema } from '../../src/build-schema.js';
import { post } from '../helpers/client.js';
import { sql } from '../helpers/sql.js';
import { listRootFields, toCall } from './calls.js';
import { ROOTS } from './rules.js';
import { listSelections } from './selections.js';
import { type Caller, createWorld, otherOf, type World } from './world.js';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.dispose());

const queries = listRootFields(createSchema()).filter(({ kind }) => kind === 'query');
/** Everything that can be read below each of them. */
const READINGS = queries.flatMap((root) =>
  listSelections(root.field.type).map((selected) => ({ root, selected })),
);
const ID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;
const AT_ONCE = 4;

/** The ids of every record, by whose it is and in which environment. */
async function listIds(): Promise<Map<string, string>> {
  const url = world.app.databaseUrl;
  const tables = await sql<{ name: string }>(
    url,
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace
       and not c.relispartition and c.relkind in ('r', 'p')
       and 2 = (select count(*) from pg_attribute a where a.attrelid = c.oid and a.attname in ('id', 'environment'))`,
  );
  const owners = new Map<string, string>();
  for (const { name } of tables) {
    const rows = await sql<{ id: string; owner: string }>(
      url,
      `select id::text, account_id || '/' || environment as owner from ${name}`,
    );
    for (const { id, owner } of rows) owners.set(id, owner);
  }
  owners.set(world.theirs.accountId, 'theirs').set(world.theirs.userId, 'theirs');
  return owners;
}

/** What stands in an answer and is another's. */
function strange(text: string, caller: Caller, across: boolean, owners: Map<string, string>) {
  const { words, own, theirs } = world;
  const { environment } = caller;
  const mayCross = across && caller.isPerson;
  const allowed = [environment, ...(mayCross ? [otherOf(environment)] : [])].map(
    (each) => `${own.accountId}/${each}`,
  );
  const ids = (text.match(ID) ?? []).filter((id) => !allowed.includes(owners.get(id) ?? allowed[0] ?? ''));
  const texts = [words.theirs.live, words.theirs.test, theirs.email];
  if (!mayCross) texts.push(words.own[otherOf(environment)]);
  return [...ids, ...texts.filter((word) => text.includes(word))];
}

test.each(['a test key', 'a live key', 'a session', 'a session on test data'])(
  `${READINGS.length} readings below ${queries.length} queries: nothing in them is another’s (%s)`,
  async (name) => {
    const caller = world.callers.find((each) => each.name === name) as Caller;
    const owners = await listIds();
    const own = world.records.own[caller.environment];
    const found: unknown[] = [];
    const refused: unknown[] = [];
    let ownSeen = 0;
    const read = async ({ root, selected }: (typeof READINGS)[number]) => {
      const { ids = {}, acrossEnvironments = false } = ROOTS[root.key] ?? {};
      const call = toCall(
        root,
        (path) => {
          const noun = ids[path.slice(root.name.length + 1)];
          // A reading that may be narrowed down is asked for all there is.
          return noun === 'prompt' || noun === undefined ? undefined : own[noun];
        },
        selected,
      );
      const answer = await post(world.app.url, caller.headers, call.query, call.variables);
      const code = answer.errors?.[0]?.extensions.code;
      if (code !== undefined) refused.push([root.name, code, answer.errors?.[0]?.message, selected]);
      const text = JSON.stringify(answer.data ?? null);
      const others = strange(text, caller, acrossEnvironments, owners);
      if (others.length > 0) found.push([root.name, selected, others]);
      if (text.includes(world.words.own[caller.environment])) ownSeen += 1;
    };
    const waiting = READINGS.values();
    const readAll = async () => {
      for (const reading of waiting) await read(reading);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, readAll));
    expect(found).toEqual([]);
    expect(refused).toEqual([]);
    expect(ownSeen).toBeGreaterThan(20);
  },
  120_000,
);
