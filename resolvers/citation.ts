import { Arg, Authorized, Ctx, FieldResolver, Int, Query, Resolver, Root } from 'type-graphql';
import { CitationConnection, CitationDay } from '../schema/citation.js';
import { type Context, tenantOf } from '../src/request/context.js';
import {
  type CitationFilter,
  checkCitationFilter,
  countCitations,
  countCitationsByDay,
  fromCitationCursor,
  listCitations,
  toCitationCursor,
} from '../src/services/answers/citation.js';
import { findBrand } from '../src/services/brands/brand.js';
import { toPage } from '../src/services/input/page.js';
import { checkCount } from '../src/services/input/validate.js';
import { Limited } from './allowance.js';
import { After, BrandId } from './arguments.js';
import { toConnection, toListCost } from './connection.js';
import { limited } from './limited.js';

const LONGEST_PAGE = 1_000;

@Resolver(() => CitationConnection)
export class CitationResolver {
  @Authorized('read')
  @Limited('v1', { byResolver: true })
  @Query(() => CitationConnection, {
    complexity: ({ args, childComplexity }) =>
      toListCost({ args: { first: Math.min(args.first, 100) }, childComplexity }),
    description: 'Pages that answers cited for a brand within the window, newest discovery first.',
  })
  async citations(
    @Ctx() context: Context,
    @BrandId() brandId: string,
    @Arg('days', () => Int, {
      defaultValue: 7,
      description: 'Length of the window in UTC days, including today; 1 to 90.',
    })
    days: number,
    @Arg('platform', () => String, {
      nullable: true,
      description: 'Only citations by this platform.',
    })
    platform: string | null = null,
    @Arg('first', () => Int, {
      defaultValue: 100,
      description: 'Maximum number of entries, 1 to 1,000.',
    })
    first: number = 100,
    @After() after?: string | null,
  ) {
    const { deps } = context;
    const tenant = tenantOf(context);
    const filter: CitationFilter = { brandId, days, platform };
    checkCount('first', first, 1, LONGEST_PAGE);
    const ref = after == null ? null : fromCitationCursor(after);
    checkCitationFilter(deps, filter);
    return limited(context, 'v1', async () => {
      await findBrand(deps, tenant, brandId);
      const rows = await listCitations(deps, tenant, filter, { first, after: ref });
      const count = () => countCitations(deps, tenant, filter);
      const more = { windowDays: days, filter };
      return toConnection(toPage(rows, first), count, toCitationCursor, more);
    });
  }

  @FieldResolver(() => [CitationDay], {
    description: 'Number of new citations on each day of the window.',
  })
  daily(@Ctx() context: Context, @Root() { filter }: { filter: CitationFilter }) {
    return countCitationsByDay(context.deps, tenantOf(context), filter);
  }
}
