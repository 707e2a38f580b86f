import { Arg, Authorized, Ctx, Int, Query, Resolver } from 'type-graphql';
import { Picker } from '../schema/picker.js';
import { type Context, tenantOf } from '../src/request/context.js';
import { checkLimit, listPicks } from '../src/services/picker/picker.js';
import { Limited } from './allowance.js';
import { BrandId } from './arguments.js';
import { limited } from './limited.js';

@Resolver(() => Picker)
export class PickerResolver {
  @Authorized('read')
  @Limited('v1', { byResolver: true })
  @Query(() => Picker, {
    nullable: true,
    complexity: ({ args, childComplexity }) => 1 + Math.min(args.limit, 50) * childComplexity,
    description: 'Prompts whose next answer is expected to be most informative about a brand.',
  })
  picker(
    @Ctx() context: Context,
    @BrandId() brandId: string,
    @Arg('limit', () => Int, {
      defaultValue: 50,
      description: 'Maximum number of prompts, 1 to 200.',
    })
    limit: number = 50,
  ) {
    checkLimit(limit);
    return limited(context, 'v1', () => listPicks(context.deps, tenantOf(context), brandId, limit));
  }
}
