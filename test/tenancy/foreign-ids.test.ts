import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '../../src/domain/accounts/id.js';
import { createSchema } from '../../src/graphql/build-schema.js';
import { firstOf, post } from '../helpers/client/client.js';
import { call } from '../helpers/client/http.js';
import { listIdArguments, listRootFields, toCall } from './calls.js';
import { listRestPaths, toRequest } from './paths.js';
import { FILTERS, type Noun, PATHS, ROOTS } from './rules.js';
import { createSnapshots, type Snapshots } from './snapshot.js';
import { type Caller, createWorld, otherOf, type Records, type World } from './world.js';

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

const schema = createSchema();
const roots = listRootFields(schema);
const paths = listRestPaths(schema);

/** Each id argument of the schema: its root field, its path and what it names. */
const ARGUMENTS = roots.flatMap((root) =>
  Object.entries(ROOTS[root.key]?.ids ?? {}).map(([below, noun]) => ({
    root,
    at: `${root.name}.${below}`,
    noun,
  })),
);
type Argument = (typeof ARGUMENTS)[number];
/** Each id that a path takes. */
const SLOTS = paths.flatMap((path) =>
  Object.entries(PATHS[path.key]?.ids ?? {}).map(([slot, noun]) => ({ path, slot, noun })),
);
type Slot = (typeof SLOTS)[number];
const CALLERS = ['a test key', 'a live key', 'a session', 'a session on test data'];

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
const ownOf = ({ environment }: Caller): Records => world.records.own[environment];
const callerOf = (name: string): Caller =>
  world.callers.find((caller) => caller.name === name) as Caller;

/** Beside the id under test only what must be there is given. */
const IS_REQUIRED =
  /^(?:(?:startProbe|probeEstimate|schedulePreview|createSchedule)\.input\.brandId|updateSchedule\.input\.id|applySuggestion\.input\.suggestionId)$/;

/** The whole answer, but for what differs in every answer. */
async function ask(caller: Caller, { root, at }: Argument, id: string) {
  const nounOf = new Map(ARGUMENTS.map((argument) => [argument.at, argument.noun]));
  const { query, variables } = toCall(root, (path) => {
    if (path === at) return id;
    const noun = nounOf.get(path);
    return noun !== undefined && IS_REQUIRED.test(path) ? ownOf(caller)[noun] : undefined;
  });
  const answer =
    root.kind === 'subscription'
      ? { status: 200, ...(await firstOf(caller.socket, query, variables)) }
      : await post(world.app.url, caller.headers, query, variables);
  for (const { extensions } of answer.errors ?? []) delete extensions.requestId;
  return answer;
}

async function send(caller: Caller, { path, slot }: Slot, id: string) {
  const ids = Object.fromEntries(
    Object.entries(PATHS[path.key]?.ids ?? {})
      // Beside the one under test others only where they must be.
      .filter(([name]) => name === slot || name !== 'promptPackId')
      .map(([name, noun]) => [name, name === slot ? id : ownOf(caller)[noun]]),
  );
  const request = toRequest(path, ids);
  const { headers } = caller;
  const answer = await call(world.app.url, request.method, request.path, { ...request, headers });
  const body = answer.json<{ error?: { requestId?: string } }>();
  if (body.error !== undefined) delete body.error.requestId;
  return { status: answer.status, body };
}

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
        const caller = callerOf(name);
        const missing = await ask(caller, argument, newId());
        expect([name, missing]).toMatchObject([
          name,
          {
            status: 200,
            errors: [{ message: `${noun} not found`, extensions: { code: 'NOT_FOUND' } }],
          },
        ]);
        expect(missing.errors).toHaveLength(1);
        const ids = [...foreignTo(caller, noun, across), ...(index === 0 ? malformed(noun) : [])];
        const answers = await Promise.all(ids.map((id) => ask(caller, argument, id)));
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
        const caller = callerOf(name);
        const missing = await send(caller, slot, newId());
        expect([name, missing]).toMatchObject([
          name,
          { status: 404, body: { error: { code: 'NOT_FOUND' } } },
        ]);
        const ids = [
          ...foreignTo(caller, slot.noun),
          // An empty segment is another path, and an empty parameter none.
          ...(index === 0 ? malformed(slot.noun).filter((id) => id !== '') : []),
        ];
        const answers = await Promise.all(ids.map((id) => send(caller, slot, id)));
        for (const answer of answers) expect([name, answer]).toEqual([name, missing]);
      }
      await expectNothingStored();
    },
  );
});

test.each(Object.keys(FILTERS))('%s: what is foreign, unknown or no id finds nothing', async () => {
  const caller = callerOf('a test key');
  const query =
    'query($id: ID!, $promptId: ID) { probeRun(id: $id) { answers(promptId: $promptId) { totalCount nodes { text } } } }';
  for (const promptId of [newId(), ...foreignTo(caller, 'prompt'), 'no-id', '']) {
    const { data, errors } = await post(world.app.url, caller.headers, query, {
      id: ownOf(caller).run,
      promptId,
    });
    expect(errors).toBeUndefined();
    expect(data).toEqual({ probeRun: { answers: { totalCount: 0, nodes: [] } } });
  }
});

describe('one’s own is found', () => {
  test.each(CALLERS.slice(0, 2))('by %s through every path', async (name) => {
    const caller = callerOf(name);
    const missed: string[] = [];
    for (const slot of SLOTS) {
      const { status } = await send(caller, slot, ownOf(caller)[slot.noun]);
      if (status === 404 || status === 403) missed.push(`${slot.path.key} ${slot.slot}`);
    }
    expect(missed).toEqual([]);
  });

  test.each(CALLERS.slice(0, 2))('by %s through every argument', async (name) => {
    const caller = callerOf(name);
    // Those that take something away come last, and of them the one that takes all away with it.
    const removal = ({ at }: Argument) =>
      at.startsWith('deleteBrand') ? 2 : Number(/^(delete|revoke)/.test(at));
    const missed: string[] = [];
    for (const argument of [...ARGUMENTS].sort((a, b) => removal(a) - removal(b))) {
      // News of what goes on may not come; a snapshot does.
      if (/^(probeRunCompleted|incidentChanged|webhookDelivered)$/.test(argument.root.name))
        continue;
      const { errors } = await ask(caller, argument, ownOf(caller)[argument.noun]);
      if (errors?.some(({ extensions }) => extensions.code === 'NOT_FOUND'))
        missed.push(argument.at);
    }
    expect(missed).toEqual([]);
  });
});
