import { Authorized, Ctx, Query, Resolver } from 'type-graphql';
import { Platform } from '../schema/platform.js';
import { type Context, requireCaller } from '../src/context.js';

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
