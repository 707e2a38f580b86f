import { Authorized, Ctx, Query, Resolver } from 'type-graphql';
import { EngineBudget, Platform } from '../schema/platform.js';
import { type Context, requireCaller, tenantOf } from '../src/request/context.js';
import { readEngineBudget } from '../src/services/limits/engine-budget.js';

@Resolver(() => Platform)
export class PlatformResolver {
  @Authorized('read')
  @Query(() => [Platform], {
    description:
      'All platforms that are known, those of the caller’s environment that can be asked marked so.',
  })
  platforms(@Ctx() context: Context) {
    return context.deps.engines.list(requireCaller(context).environment);
  }

  @Authorized('read')
  @Query(() => EngineBudget, {
    nullable: true,
    description: 'How the day’s budget for live engines stands; null where none is asked.',
  })
  engineBudget(@Ctx() context: Context) {
    return readEngineBudget(context.deps, tenantOf(context));
  }
}
