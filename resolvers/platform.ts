import { Authorized, Ctx, Query, Resolver } from 'type-graphql';
import { EngineBudget, Platform } from '../schema/platform.js';
import { type Context, requireCaller, tenantOf } from '../src/request/context.js';
import { readEngineBudget } from '../src/services/limits/engine-budget.js';

@Resolver(() => Platform)
export class PlatformResolver {
  @Authorized('read')
  @Query(() => [Platform], {
    description: 'All known platforms, with their status in the caller’s environment.',
  })
  platforms(@Ctx() context: Context) {
    return context.deps.engines.list(requireCaller(context).environment);
  }

  @Authorized('read')
  @Query(() => EngineBudget, {
    nullable: true,
    description:
      'Daily budget of the server for live engines; null in an environment that the sandbox answers.',
  })
  engineBudget(@Ctx() context: Context) {
    return readEngineBudget(context.deps, tenantOf(context));
  }
}
