import { Arg, Authorized, Ctx, FieldResolver, Int, Query, Resolver, Root } from 'type-graphql';
import { Brand } from '../schema/brand.js';
import { CompetitorBreakdown } from '../schema/competitor-breakdown.js';
import { Aida, PromptBreakdown } from '../schema/prompt-breakdown.js';
import { SentimentOverview } from '../schema/sentiment-overview.js';
import { BrandComparison, Standing } from '../schema/standing.js';
import { VisibilitySeries } from '../schema/visibility-series.js';
import { type Context, scopeOf } from '../src/context.js';
import { type ListedBrand, listBrands } from '../src/services/brand.js';
import { checkCount } from '../src/services/check.js';
import { toAida, toPromptBreakdown } from '../src/services/prompt-tally.js';
import { limited, limitedOnce } from './limited.js';

const MOST_COMPARED = 100;

/** Each field of a brand begins here: all that an operation shows of brands counts as one call. */
async function openWindow(context: Context, days: number) {
  checkCount('days', days, 1, 90);
  await limitedOnce(context, 'dashboard');
  return context.loaders().over(days);
}

const Days = () =>
  Arg('days', () => Int, {
    defaultValue: 30,
    description: 'The last so many UTC days, today included; 1 to 90.',
  });

/** A day's entries come from one read, and cost less than as many records. */
const toSeriesCost = ({
  args,
  childComplexity,
}: {
  args: { days?: number };
  childComplexity: number;
}): number => Math.ceil((args.days ?? 0) / 10) * childComplexity;

/** What the dashboard shows of a brand: one query draws a page. */
@Resolver(() => Brand)
export class DashboardResolver {
  @FieldResolver(() => VisibilitySeries, {
    complexity: toSeriesCost,
    description: 'Its visibility day by day.',
  })
  async visibilitySeries(
    @Ctx() context: Context,
    @Root() brand: ListedBrand,
    @Days() days: number,
  ) {
    const over = await openWindow(context, days);
    return over.visibilitySeries.load(brand.id);
  }

  @FieldResolver(() => CompetitorBreakdown, {
    complexity: ({ childComplexity }) => 6 * childComplexity,
    description: 'Its rivals and itself on each platform.',
  })
  async competitorBreakdown(
    @Ctx() context: Context,
    @Root() brand: ListedBrand,
    @Days() days: number,
  ) {
    const over = await openWindow(context, days);
    return over.competitorBreakdown.load(brand.id);
  }

  @FieldResolver(() => PromptBreakdown, {
    complexity: ({ childComplexity }) => 12 * childComplexity,
    description: 'How often each of its prompts hits.',
  })
  async promptBreakdown(@Ctx() context: Context, @Root() brand: ListedBrand, @Days() days: number) {
    const over = await openWindow(context, days);
    return toPromptBreakdown(await over.promptTallies.load(brand.id));
  }

  @FieldResolver(() => Aida, {
    complexity: ({ childComplexity }) => 4 * childComplexity,
    description: 'Its prompts by their stage of the funnel.',
  })
  async aida(@Ctx() context: Context, @Root() brand: ListedBrand, @Days() days: number) {
    const over = await openWindow(context, days);
    return toAida(await over.promptTallies.load(brand.id));
  }

  @FieldResolver(() => SentimentOverview, {
    complexity: toSeriesCost,
    description: 'How its mentions sound, day by day.',
  })
  async sentimentOverview(
    @Ctx() context: Context,
    @Root() brand: ListedBrand,
    @Days() days: number,
  ) {
    const over = await openWindow(context, days);
    return over.sentimentOverview.load(brand.id);
  }

  @FieldResolver(() => Standing, { description: 'Its main numbers, now and before.' })
  async standing(@Ctx() context: Context, @Root() brand: ListedBrand, @Days() days: number) {
    const over = await openWindow(context, days);
    return over.standing.load(brand.id);
  }

  @Authorized('read')
  @Query(() => BrandComparison, {
    complexity: ({ childComplexity }) => 50 * childComplexity,
    description: 'The account’s brands side by side.',
  })
  async compareBrands(@Ctx() context: Context, @Days() days: number) {
    checkCount('days', days, 1, 90);
    return limited(context, 'dashboard', async () => {
      const { standing } = context.loaders().over(days);
      const page = { first: MOST_COMPARED, after: null };
      const { rows } = await listBrands(context.deps, scopeOf(context), page);
      const compare = async (brand: ListedBrand) => ({
        brand,
        standing: await standing.load(brand.id),
      });
      return { days, brands: await Promise.all(rows.map(compare)) };
    });
  }
}
