import { Authorized, Ctx, Query, Resolver } from 'type-graphql';
import { CitationGap } from '../schema/citation-gap.js';
import { type Context, tenantOf } from '../src/request/context.js';
import { loadCitationGaps, toShownGap } from '../src/services/analysis/citation-gap.js';
import { findBrand } from '../src/services/brands/brand.js';
import { BrandId } from './arguments.js';

@Resolver(() => CitationGap)
export class CitationGapResolver {
  @Authorized('read')
  @Query(() => [CitationGap], {
    description: 'Citation gaps of a brand, one entry per funnel stage with answers.',
  })
  async citationGaps(@Ctx() context: Context, @BrandId() brandId: string) {
    const { deps } = context;
    const tenant = tenantOf(context);
    const brand = await findBrand(deps, tenant, brandId);
    const { sandbox } = deps.engines.forEnvironment(tenant.environment);
    return (await loadCitationGaps(deps, tenant, brand.id, sandbox)).map(toShownGap);
  }
}
