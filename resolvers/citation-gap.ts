import { Arg, Authorized, Ctx, ID, Query, Resolver } from 'type-graphql';
import { CitationGap } from '../schema/citation-gap.js';
import { type Context, scopeOf } from '../src/request/context.js';
import { loadCitationGaps, toShownGap } from '../src/services/analysis/citation-gap.js';
import { findBrand } from '../src/services/brands/brand.js';

@Resolver(() => CitationGap)
export class CitationGapResolver {
  @Authorized('read')
  @Query(() => [CitationGap], {
    description: 'Where answers cite rivals and not the brand: one entry per stage with answers.',
  })
  async citationGaps(
    @Ctx() context: Context,
    @Arg('brandId', () => ID, { description: 'The brand.' }) brandId: string,
  ) {
    const { deps } = context;
    const scope = scopeOf(context);
    const brand = await findBrand(deps, scope, brandId);
    const { sandbox } = deps.engines.forEnvironment(scope.environment);
    return (await loadCitationGaps(deps, scope, brand.id, sandbox)).map(toShownGap);
  }
}
