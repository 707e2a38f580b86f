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
    description: 'A run, live: first as it stands, then after each step, until it ends.',
    subscribe: ({ args, context }: Following) => context.follow.run(tenantOf(context), args.runId),
  })
  probeRunProgress(
    @Ctx() context: Context,
    @Root() event: ProbeRunProgress,
    @Arg('runId', () => ID, { description: 'The run.' }) _runId: string,
  ) {
    context.forget();
    return event;
  }

  @Authorized('read')
  @Subscription(() => ProbeRun, {
    description: 'Each probe of the brand that ends from now on, completed or failed.',
    subscribe: ({ args, context }: Following) =>
      context.follow.completions(tenantOf(context), args.brandId),
  })
  probeRunCompleted(@Ctx() context: Context, @Root() run: ProbeRun, @BrandId() _brandId: string) {
    context.forget();
    return run;
  }
}
