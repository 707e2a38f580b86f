import { Authorized, Ctx, FieldResolver, Float, Query, Resolver, Root } from 'type-graphql';
import { Brand } from '../schema/brand.js';
import { BrandChange } from '../schema/brand-change.js';
import { CompetitorBreakdown } from '../schema/competitor-breakdown.js';
import { Aida, PromptBreakdown, PromptHits, TopRival } from '../schema/prompt-breakdown.js';
import { SentimentOverview } from '../schema/sentiment-overview.js';
import { BrandComparison, Standing } from '../schema/standing.js';
import { VisibilityPoint, VisibilitySeries } from '../schema/visibility-series.js';
import { type Context, tenantOf } from '../src/request/context.js';
import { type ListedBrand, listBrands } from '../src/services/brands/brand.js';
import { checkCount } from '../src/services/input/validate.js';
import { toChangeList } from '../src/services/measures/brand-change.js';
import {
  type ListedPrompt,
  toPromptBreakdown,
  toStages,
} from '../src/services/measures/prompt-breakdown.js';
import type { VisibilitySeries as BrandSeries } from '../src/services/measures/visibility-series.js';
import { Limited } from './allowance.js';
import { Days, First } from './arguments.js';
import { toListCost } from './connection.js';
import { limited, limitedOnce } from './limited.js';

const MOST_COMPARED = 100;

/** Every dashboard field of a brand calls this first. All of them in one operation count as one call. */
async function openWindow(context: Context, days: number) {
  checkCount('days', days, 1, 90);
  await limitedOnce(context, 'dashboard');
  return context.loaders().over(days);
}

/** One read returns all days, so a day costs less than a record. */
const toSeriesCost = ({
  args,
  childComplexity,
}: {
  args: { days?: number };
  childComplexity: number;
}): number => Math.ceil((args.days ?? 0) / 10) * childComplexity;

/** Dashboard fields of a brand. One query loads a whole page. */
@Resolver(() => Brand)
export class DashboardResolver {
  @Limited('dashboard', { byResolver: true })
  @FieldResolver(() => VisibilitySeries, {
    complexity: toSeriesCost,
    description: 'Visibility of the brand, day by day.',
  })
  async visibilitySeries(
    @Ctx() context: Context,
    @Root() brand: ListedBrand,
    @Days() days: number,
  ) {
    const over = await openWindow(context, days);
    return over.visibilitySeries.load(brand.id);
  }

  @Limited('dashboard', { byResolver: true })
  @FieldResolver(() => CompetitorBreakdown, {
    complexity: ({ childComplexity }) => 6 * childComplexity,
    description: 'Comparison of the brand with its rivals on each platform.',
  })
  async competitorBreakdown(
    @Ctx() context: Context,
    @Root() brand: ListedBrand,
    @Days() days: number,
  ) {
    const over = await openWindow(context, days);
    return over.competitorBreakdown.load(brand.id);
  }

  @Limited('dashboard', { byResolver: true })
  @FieldResolver(() => PromptBreakdown, {
    complexity: ({ childComplexity }) => 12 * childComplexity,
    description: 'Hit rates of the brand’s prompts.',
  })
  async promptBreakdown(@Ctx() context: Context, @Root() brand: ListedBrand, @Days() days: number) {
    const over = await openWindow(context, days);
    return toPromptBreakdown(await over.promptTallies.load(brand.id));
  }

  @Limited('dashboard', { byResolver: true })
  @FieldResolver(() => Aida, {
    complexity: ({ childComplexity }) => 4 * childComplexity,
    description: 'AIDA funnel of the brand’s prompts.',
  })
  async aida(@Ctx() context: Context, @Root() brand: ListedBrand, @Days() days: number) {
    const over = await openWindow(context, days);
    return toStages(await over.promptTallies.load(brand.id));
  }

  @Limited('dashboard', { byResolver: true })
  @FieldResolver(() => SentimentOverview, {
    complexity: toSeriesCost,
    description: 'Net sentiment of the brand, day by day.',
  })
  async sentimentOverview(
    @Ctx() context: Context,
    @Root() brand: ListedBrand,
    @Days() days: number,
  ) {
    const over = await openWindow(context, days);
    return over.sentimentOverview.load(brand.id);
  }

  @Limited('dashboard', { byResolver: true })
  @FieldResolver(() => Standing, {
    description: 'Main metrics of the brand in the window and in the window before.',
  })
  async standing(@Ctx() context: Context, @Root() brand: ListedBrand, @Days() days: number) {
    const over = await openWindow(context, days);
    return over.standing.load(brand.id);
  }

  @Limited('dashboard', { byResolver: true })
  @FieldResolver(() => [BrandChange], {
    complexity: toListCost,
    description: 'Changes for the brand within the window, newest first.',
  })
  async changes(
    @Ctx() context: Context,
    @Root() brand: ListedBrand,
    @Days() days: number,
    @First(20) first: number,
  ) {
    checkCount('first', first, 1, 100);
    const over = await openWindow(context, days);
    const [changes, { points }] = await Promise.all([
      over.changes.load(brand.id),
      over.visibilitySeries.load(brand.id),
    ]);
    return toChangeList(changes, points, first);
  }

  @Authorized('read')
  @Limited('dashboard', { byResolver: true })
  @Query(() => BrandComparison, {
    complexity: ({ childComplexity }) => 50 * childComplexity,
    description: 'Main metrics of the account’s brands, side by side.',
  })
  async compareBrands(@Ctx() context: Context, @Days() days: number) {
    checkCount('days', days, 1, 90);
    return limited(context, 'dashboard', async () => {
      const { standing } = context.loaders().over(days);
      const page = { first: MOST_COMPARED, after: null };
      const { rows } = await listBrands(context.deps, tenantOf(context), page);
      const compare = async (brand: ListedBrand) => ({
        brand,
        standing: await standing.load(brand.id),
      });
      return { days, brands: await Promise.all(rows.map(compare)) };
    });
  }
}

@Resolver(() => VisibilitySeries)
export class VisibilitySeriesResolver {
  @FieldResolver(() => [VisibilityPoint], {
    description: 'One point per day of the window of equal length before, oldest first.',
  })
  async before(@Ctx() context: Context, @Root() { brandId, days }: BrandSeries) {
    const { points } = await context.loaders().over(days).visibilityBefore.load(brandId);
    return points;
  }
}

/** Loaded on demand, for all prompts of a brand together. */
@Resolver(() => PromptHits)
export class PromptHitsResolver {
  @FieldResolver(() => [Float], {
    nullable: 'items',
    description:
      'Hit rate on each day of the window, oldest first; null on days without an answer.',
  })
  async trend(@Ctx() context: Context, @Root() { brandId, days, promptId }: ListedPrompt) {
    const { dates, byPrompt } = await context.loaders().over(days).promptTrends.load(brandId);
    return byPrompt.get(promptId) ?? dates.map(() => null);
  }

  @FieldResolver(() => TopRival, {
    nullable: true,
    description: 'Rival named by most answers to the prompt; null when none is named.',
  })
  async topRival(@Ctx() context: Context, @Root() { brandId, days, promptId }: ListedPrompt) {
    const rivals = await context.loaders().over(days).promptRivals.load(brandId);
    return rivals.get(promptId) ?? null;
  }
}
