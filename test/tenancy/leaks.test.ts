import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createSchema } from '../../src/graphql/build-schema.js';
import { post } from '../helpers/client/client.js';
import { createClock } from '../helpers/run/clock.js';
import { sql } from '../helpers/run/sql.js';
import { listRootFields, type RootField, toCall } from './calls.js';
import { ROOTS } from './rules.js';
import { listSelections } from './selections.js';
import { type Caller, createWorld, otherOf, type World } from './world.js';

const clock = createClock();
let world: World;
beforeAll(async () => {
  world = await createWorld({ now: clock.now });
});
afterAll(() => world.dispose());

const queries = listRootFields(createSchema()).filter(({ kind }) => kind === 'query');
/** Everything that can be read below each of them. */
const READINGS = queries.map((root) => ({ root, selections: listSelections(root.field.type) }));
const readings = READINGS.flatMap(({ selections }) => selections).length;
/** As many as one document holds, most of the time; where it does not, it is two. */
const TOGETHER = 8;
const chunk = (list: readonly string[]): string[][] =>
  list.length === 0 ? [] : [list.slice(0, TOGETHER), ...chunk(list.slice(TOGETHER))];
const ID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

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
  const ids = (text.match(ID) ?? []).filter(
    (id) => !allowed.includes(owners.get(id) ?? allowed[0] ?? ''),
  );
  const texts = [words.theirs.live, words.theirs.test, theirs.email];
  if (!mayCross) texts.push(words.own[otherOf(environment)]);
  return [...ids, ...texts.filter((word) => text.includes(word))];
}

test.each(['a test key', 'a live key', 'a session', 'a session on test data'])(
  `${readings} readings below ${queries.length} queries: nothing in them is another’s (%s)`,
  async (name) => {
    const caller = world.callers.find((each) => each.name === name) as Caller;
    const owners = await listIds();
    const own = world.records.own[caller.environment];
    const found: unknown[] = [];
    const refused: unknown[] = [];
    /** Readings beside others that showed something of one’s own. */
    const seen: string[] = [];
    const read = async (root: RootField, selections: string[]): Promise<void> => {
      const { ids = {}, acrossEnvironments = false } = ROOTS[root.key] ?? {};
      const call = toCall(
        root,
        (path) => {
          const noun = ids[path.slice(root.name.length + 1)];
          // A reading that may be narrowed down is asked for all there is.
          return noun === 'prompt' || noun === undefined ? undefined : own[noun];
        },
        { selected: selections.join(' '), given: { first: 2 } },
      );
      const answer = await post(world.app.url, caller.headers, call.query, call.variables);
      const [error] = answer.errors ?? [];
      if (answer.status === 400 && selections.length > 1) {
        const half = selections.length / 2;
        for (const part of [selections.slice(0, half), selections.slice(half)])
          await read(root, part);
        return;
      }
      if (error?.extensions.code === 'RATE_LIMITED') {
        clock.move(61_000);
        return read(root, selections);
      }
      if (error !== undefined) refused.push([root.name, error.message, selections]);
      const text = JSON.stringify(answer.data ?? null);
      const others = strange(text, caller, acrossEnvironments, owners);
      if (others.length > 0) found.push([root.name, selections, others]);
      if (text.includes(world.words.own[caller.environment])) seen.push(...selections);
    };
    for (const { root, selections } of READINGS)
      for (const part of chunk(selections)) await read(root, part);
    expect(found).toEqual([]);
    expect(refused).toEqual([]);
    expect(seen.length).toBeGreaterThan(100);
  },
  120_000,
);
