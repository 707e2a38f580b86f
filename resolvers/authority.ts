import { Arg, Authorized, Ctx, FieldResolver, Int, Query, Resolver, Root } from 'type-graphql';
import { Authority, AuthorityDay } from '../schema/authority.js';
import { type Context, tenantOf } from '../src/request/context.js';
import {
  type Authority as AuthorityRow,
  readAuthority,
} from '../src/services/authority/authority.js';
import { loadAuthorityHistory } from '../src/services/authority/authority-history.js';
import { BrandId } from './arguments.js';

const NOTICE =
  'This index and its weights are Answerscope’s own. It is not published or endorsed by any search engine or platform.';

@Resolver(() => Authority)
export class AuthorityResolver {
  @Authorized('read')
  @Query(() => Authority, {
    nullable: true,
    complexity: ({ childComplexity }) => 20 + childComplexity,
    description: 'Authority scores of a brand over the last 28 days.',
  })
  authority(@Ctx() context: Context, @BrandId() brandId: string) {
    return readAuthority(context.deps, tenantOf(context), brandId);
  }

  @FieldResolver(() => String, {
    description: 'Statement that the index and its weights are Answerscope’s own.',
  })
  notice() {
    return NOTICE;
  }

  @FieldResolver(() => [AuthorityDay], {
    complexity: ({ args, childComplexity }) => 5 + Math.max(0, args.days) * childComplexity,
    description: 'Daily scores, oldest first. Days without a score are omitted.',
  })
  history(
    @Ctx() context: Context,
    @Root() { brandId, sandbox }: AuthorityRow,
    @Arg('days', () => Int, {
      defaultValue: 30,
      description: 'Number of days, including today; 1 to 90.',
    })
    days: number = 30,
  ) {
    return loadAuthorityHistory(context.deps, tenantOf(context), { brandId, sandbox }, days);
  }
}
