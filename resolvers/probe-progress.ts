import { Arg, Authorized, Ctx, ID, Resolver, Root, Subscription } from 'type-graphql';
import { ProbeRunProgress } from '../schema/probe-progress.js';
import { ProbeRun } from '../schema/probe-run.js';
import { type Context, tenantOf } from '../src/request/context.js';
import { BrandId } from './arguments.js';

interface Following {
  args: { runId: string; brandId: string };
  context: Context;
}

@Resolver(() => ProbeRunProgress)
export class ProbeProgressResolver {
  @Authorized('read')
  @Subscription(() => ProbeRunProgress, {
    description:
      'Progress of a run: its current state first, then an event after each step until the run ends.',
    subscribe: ({ args, context }: Following) => context.follow.run(tenantOf(context), args.runId),
  })
  probeRunProgress(
    @Ctx() context: Context,
    @Root() event: ProbeRunProgress,
    @Arg('runId', () => ID, { description: 'Id of the run.' }) _runId: string,
  ) {
    context.forget();
    return event;
  }

  @Authorized('read')
  @Subscription(() => ProbeRun, {
    description: 'Probes of the brand that complete or fail from now on.',
    subscribe: ({ args, context }: Following) =>
      context.follow.completions(tenantOf(context), args.brandId),
  })
  probeRunCompleted(@Ctx() context: Context, @Root() run: ProbeRun, @BrandId() _brandId: string) {
    context.forget();
    return run;
  }
}
