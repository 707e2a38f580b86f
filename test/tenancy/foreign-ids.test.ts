import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '../../src/domain/accounts/id.js';
import { post } from '../helpers/client/client.js';
import {
  ARGUMENTS,
  ask,
  CALLERS,
  callerOf,
  ownOf,
  paths,
  roots,
  SLOTS,
  schema,
  send,
} from './ask-by-id.js';
import { listIdArguments } from './calls.js';
import { FILTERS, type Noun, PATHS, ROOTS } from './rules.js';
import { createSnapshots, type Snapshots } from './snapshot.js';
import { type Caller, createWorld, otherOf, type World } from './world.js';

let world: World;
let snapshots: Snapshots;
let before: Record<string, string>;

beforeAll(async () => {
  world = await createWorld();
  snapshots = await createSnapshots(world.app.databaseUrl);
  before = await snapshots.take();
});
afterAll(async () => {
  await snapshots.dispose();
  await world.dispose();
});

test('the table names every id argument of the schema, and no other', () => {
  const named = [...ARGUMENTS.map(({ at }) => at), ...Object.keys(FILTERS)];
  expect(listIdArguments(schema).sort()).toEqual(named.sort());
});

test('the table names every id that a path takes', () => {
  const taken = paths.filter(({ ids }) => ids > 0).map(({ key, ids }) => [key, ids]);
  const named = Object.entries(PATHS).filter(([, { ids }]) => ids !== undefined);
  expect(named.map(([key, { ids = {} }]) => [key, Object.keys(ids).length]).sort()).toEqual(
    taken.sort(),
  );
});

/** Of all accounts, environments and nouns, those that are not this caller's. */
function foreignTo({ environment, isPerson }: Caller, noun: Noun, across = false): string[] {
  const { own, theirs } = world.records;
  const others = [theirs[environment], theirs[otherOf(environment)]];
  if (!across || !isPerson) others.push(own[otherOf(environment)]);
  return others.map((records) => records[noun]);
}
const malformed = (noun: Noun) => [
  'no-id',
  '00000000-0000-0000-0000-000000000000',
  `${world.records.theirs.test[noun]}'`,
  `${world.records.theirs.test[noun]}\u0000`,
  '',
];
async function expectNothingStored(): Promise<void> {
  const earlier = before;
  before = await snapshots.take();
  expect(before).toEqual(earlier);
}

describe(`${ARGUMENTS.length} id arguments of ${roots.length} root fields, for ${CALLERS.length} callers, over HTTP and socket`, () => {
  test.each(ARGUMENTS)(
    '$at: another’s $noun is not there, as one that never was, and nothing is stored',
    async (argument) => {
      const { noun, root } = argument;
      const across = ROOTS[root.key]?.acrossEnvironments;
      for (const [index, name] of CALLERS.entries()) {
        const caller = callerOf(world, name);
        const missing = await ask(world, caller, argument, newId());
        expect([name, missing]).toMatchObject([
          name,
          {
            status: 200,
            errors: [{ message: `${noun} not found`, extensions: { code: 'NOT_FOUND' } }],
          },
        ]);
        expect(missing.errors).toHaveLength(1);
        const ids = [...foreignTo(caller, noun, across), ...(index === 0 ? malformed(noun) : [])];
        const answers = await Promise.all(ids.map((id) => ask(world, caller, argument, id)));
        for (const answer of answers) expect([name, answer]).toEqual([name, missing]);
      }
      await expectNothingStored();
    },
  );
});

describe(`${SLOTS.length} ids of ${paths.length} paths, for ${CALLERS.length} callers`, () => {
  test.each(SLOTS.map((slot) => ({ ...slot, key: slot.path.key })))(
    '$key, $slot: another’s $noun is not there, as one that never was, and nothing is stored',
    async (slot) => {
      for (const [index, name] of CALLERS.entries()) {
        const caller = callerOf(world, name);
        const missing = await send(world, caller, slot, newId());
        expect([name, missing]).toMatchObject([
          name,
          { status: 404, body: { error: { code: 'NOT_FOUND' } } },
        ]);
        const ids = [
          ...foreignTo(caller, slot.noun),
          // An empty segment is another path, and an empty parameter none.
          ...(index === 0 ? malformed(slot.noun).filter((id) => id !== '') : []),
        ];
        const answers = await Promise.all(ids.map((id) => send(world, caller, slot, id)));
        for (const answer of answers) expect([name, answer]).toEqual([name, missing]);
      }
      await expectNothingStored();
    },
  );
});

test.each(Object.keys(FILTERS))('%s: what is foreign, unknown or no id finds nothing', async () => {
  const caller = callerOf(world, 'a test key');
  const query =
    'query($id: ID!, $promptId: ID) { probeRun(id: $id) { answers(promptId: $promptId) { totalCount nodes { text } } } }';
  for (const promptId of [newId(), ...foreignTo(caller, 'prompt'), 'no-id', '']) {
    const { data, errors } = await post(world.app.url, caller.headers, query, {
      id: ownOf(world, caller).run,
      promptId,
    });
    expect(errors).toBeUndefined();
    expect(data).toEqual({ probeRun: { answers: { totalCount: 0, nodes: [] } } });
  }
});
