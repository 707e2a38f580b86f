import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  ARGUMENTS,
  type Argument,
  ask,
  CALLERS,
  callerOf,
  ownOf,
  SLOTS,
  send,
} from './ask-by-id.js';
import { createWorld, type World } from './world.js';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.dispose());

test.each(CALLERS.slice(0, 2))(
  '%s finds its own through every path and every argument',
  async (name) => {
    const caller = callerOf(world, name);
    const own = ownOf(world, caller);
    const missed: string[] = [];
    for (const slot of SLOTS) {
      const { status } = await send(world, caller, slot, own[slot.noun]);
      if (status === 404 || status === 403) missed.push(`${slot.path.key} ${slot.slot}`);
    }
    // Those that take something away come last, and of them the one that takes all away with it.
    const removal = ({ at }: Argument) =>
      at.startsWith('deleteBrand') ? 2 : Number(/^(delete|revoke)/.test(at));
    for (const argument of [...ARGUMENTS].sort((a, b) => removal(a) - removal(b))) {
      // News of what goes on may not come; a snapshot does.
      if (/^(probeRunCompleted|incidentChanged|webhookDelivered)$/.test(argument.root.name))
        continue;
      const { errors } = await ask(world, caller, argument, own[argument.noun]);
      if (errors?.some(({ extensions }) => extensions.code === 'NOT_FOUND'))
        missed.push(argument.at);
    }
    expect(missed).toEqual([]);
  },
);
