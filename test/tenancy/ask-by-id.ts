import { createSchema } from '../../src/graphql/build-schema.js';
import { firstOf, post } from '../helpers/client/client.js';
import { call } from '../helpers/client/http.js';
import { listRootFields, toCall } from './calls.js';
import { listRestPaths, toRequest } from './paths.js';
import { PATHS, ROOTS } from './rules.js';
import type { Caller, Records, World } from './world.js';

/** Every place of the schema and of the paths that takes an id, and a request that gives it one. */

export const schema = createSchema();
export const roots = listRootFields(schema);
export const paths = listRestPaths(schema);

/** Each id argument of the schema: its root field, its path and what it names. */
export const ARGUMENTS = roots.flatMap((root) =>
  Object.entries(ROOTS[root.key]?.ids ?? {}).map(([below, noun]) => ({
    root,
    at: `${root.name}.${below}`,
    noun,
  })),
);
export type Argument = (typeof ARGUMENTS)[number];
/** Each id that a path takes. */
export const SLOTS = paths.flatMap((path) =>
  Object.entries(PATHS[path.key]?.ids ?? {}).map(([slot, noun]) => ({ path, slot, noun })),
);
type Slot = (typeof SLOTS)[number];
export const CALLERS = ['a test key', 'a live key', 'a session', 'a session on test data'];

export const ownOf = (world: World, { environment }: Caller): Records =>
  world.records.own[environment];
export const callerOf = (world: World, name: string): Caller =>
  world.callers.find((caller) => caller.name === name) as Caller;

/** Beside the id under test only what must be there is given. */
const IS_REQUIRED =
  /^(?:(?:startProbe|probeEstimate|schedulePreview|createSchedule)\.input\.brandId|updateSchedule\.input\.id|applySuggestion\.input\.suggestionId)$/;

/** The whole answer, but for what differs in every answer. */
export async function ask(world: World, caller: Caller, { root, at }: Argument, id: string) {
  const nounOf = new Map(ARGUMENTS.map((argument) => [argument.at, argument.noun]));
  const { query, variables } = toCall(root, (path) => {
    if (path === at) return id;
    const noun = nounOf.get(path);
    return noun !== undefined && IS_REQUIRED.test(path) ? ownOf(world, caller)[noun] : undefined;
  });
  const answer =
    root.kind === 'subscription'
      ? { status: 200, ...(await firstOf(caller.socket, query, variables)) }
      : await post(world.app.url, caller.headers, query, variables);
  for (const { extensions } of answer.errors ?? []) delete extensions.requestId;
  return answer;
}

export async function send(world: World, caller: Caller, { path, slot }: Slot, id: string) {
  const ids = Object.fromEntries(
    Object.entries(PATHS[path.key]?.ids ?? {})
      // Beside the one under test others only where they must be.
      .filter(([name]) => name === slot || name !== 'promptPackId')
      .map(([name, noun]) => [name, name === slot ? id : ownOf(world, caller)[noun]]),
  );
  const request = toRequest(path, ids);
  const { headers } = caller;
  const answer = await call(world.app.url, request.method, request.path, { ...request, headers });
  const body = answer.json<{ error?: { requestId?: string } }>();
  if (body.error !== undefined) delete body.error.requestId;
  return { status: answer.status, body };
}
