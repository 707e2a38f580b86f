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
import { Unlimited } from './allowance.js';
import { PERIODS } from './limited.js';

/** Reading these fields costs more than reading a record. */
const toCost = ({ childComplexity }: { childComplexity: number }) => 20 + childComplexity;

@Resolver(() => Usage)
export class UsageResolver {
  @Authorized('read')
  @Unlimited()
  @Query(() => Usage, {
    description: 'Requests and engine spending of the account.',
  })
  usage(
    @Ctx() context: Context,
    @Arg('from', () => String, {
      nullable: true,
      description: 'First UTC day, such as 2026-01-31. Default: 29 days before `to`.',
    })
    from: string | null = null,
    @Arg('to', () => String, {
      nullable: true,
      description: 'Last UTC day. Default: today. The period is at most 92 days.',
    })
    to: string | null = null,
  ): UsageRange {
    return toUsageRange(context.deps.now(), { from, to });
  }

  @FieldResolver(() => [UsageWindow], {
    description: 'Current state of the sliding windows, shortest first.',
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
    description: 'Requests of the period. Requests of the last ten seconds may be missing.',
  })
  requests(@Ctx() context: Context, @Root() range: UsageRange) {
    return readRequestUsage(context.deps, tenantOf(context), range);
  }

  @FieldResolver(() => EngineUsage, {
    complexity: toCost,
    description: 'Engine calls of the period.',
  })
  engines(@Ctx() context: Context, @Root() range: UsageRange) {
    return readEngineUsage(context.deps, tenantOf(context), range);
  }
}

@Resolver(() => BrandSpending)
export class BrandSpendingResolver {
  @FieldResolver(() => Brand, {
    nullable: true,
    description: 'The brand; null for work without a brand, and when the brand was deleted.',
  })
  brand(@Ctx() context: Context, @Root() { brandId }: SpentOn) {
    return brandId === null ? null : context.loaders().brand.load(brandId);
  }
}
