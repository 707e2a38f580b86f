import { Arg, Authorized, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import { Brand } from '../schema/brand.js';
import { BrandSpending, EngineUsage, RequestUsage, Usage, UsageWindow } from '../schema/usage.js';
import { type Context, requireCaller, tenantOf } from '../src/request/context.js';
import {
  readEngineUsage,
  readRequestUsage,
  type SpentOn,
  toUsageRange,
  type UsageRange,
} from '../src/services/accounts/usage.js';
import { PERIODS } from './limited.js';

/** Reads of its parts cost more than a record's. */
const toCost = ({ childComplexity }: { childComplexity: number }) => 20 + childComplexity;

@Resolver(() => Usage)
export class UsageResolver {
  @Authorized('read')
  @Query(() => Usage, {
    description: 'What the account has used of its limits, and what its engines cost.',
  })
  usage(
    @Ctx() context: Context,
    @Arg('from', () => String, {
      nullable: true,
      description: 'The first UTC day, as 2026-01-31; 29 days before the last one if left out.',
    })
    from: string | null = null,
    @Arg('to', () => String, {
      nullable: true,
      description: 'The last UTC day, today if left out; 92 days in all at most.',
    })
    to: string | null = null,
  ): UsageRange {
    return toUsageRange(context.deps.now(), { from, to });
  }

  @FieldResolver(() => [UsageWindow], {
    description: 'The windows as they stand now, the shortest first.',
  })
  async windows(@Ctx() context: Context): Promise<UsageWindow[]> {
    const states = await context.rateLimiter.look(requireCaller(context));
    return states.map(({ limit, windowMs, remaining, freesAtMs }) => ({
      name: PERIODS.get(windowMs) as UsageWindow['name'],
      limit,
      used: limit - Math.min(remaining, limit),
      resetsAt: remaining < limit ? new Date(freesAtMs) : null,
    }));
  }

  @FieldResolver(() => RequestUsage, {
    complexity: toCost,
    description: 'Requests of the days; those of the last ten seconds may be missing.',
  })
  requests(@Ctx() context: Context, @Root() range: UsageRange) {
    return readRequestUsage(context.deps, tenantOf(context), range);
  }

  @FieldResolver(() => EngineUsage, {
    complexity: toCost,
    description: 'Calls of engines of the days.',
  })
  engines(@Ctx() context: Context, @Root() range: UsageRange) {
    return readEngineUsage(context.deps, tenantOf(context), range);
  }
}

@Resolver(() => BrandSpending)
export class BrandSpendingResolver {
  @FieldResolver(() => Brand, {
    nullable: true,
    description: 'The brand, unless it was deleted.',
  })
  brand(@Ctx() context: Context, @Root() { brandId }: SpentOn) {
    return brandId === null ? null : context.loaders().brand.load(brandId);
  }
}
