import { Authorized, Ctx, Query, Resolver } from 'type-graphql';
import { Health } from '../schema/health.js';
import { Platform } from '../schema/platform.js';
import { type Context, requireCaller } from '../src/context.js';
import { readHealth } from '../src/services/health.js';

@Resolver(() => Platform)
export class PlatformResolver {
  @Authorized('read')
  @Query(() => [Platform], {
    description:
      'All platforms that are known, those of the caller’s world that can be asked marked so.',
  })
  platforms(@Ctx() context: Context) {
    return context.deps.engines.list(requireCaller(context).environment);
  }
}

@Resolver(() => Health)
export class HealthResolver {
  @Query(() => Health, { description: 'The service’s own health; needs no credential.' })
  health(@Ctx() context: Context) {
    return readHealth(context.deps);
  }
}
