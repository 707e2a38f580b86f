import { Authorized, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import { ExpectedLift, Uplift } from '../schema/lift.js';
import {
  ApplySuggestionInput,
  CreateSuggestionInput,
  Suggestion,
  SuggestionConnection,
  SuggestionPayload,
} from '../schema/suggestion.js';
import { type Context, requireCaller, tenantOf } from '../src/request/context.js';
import { findBrand } from '../src/services/brands/brand.js';
import { toPageRequest } from '../src/services/input/page.js';
import { applySuggestion } from '../src/services/suggestions/apply-suggestion.js';
import { checkSuggestion } from '../src/services/suggestions/new-suggestion.js';
import { suggestCopy } from '../src/services/suggestions/suggest-copy.js';
import {
  countSuggestions,
  findSuggestion,
  listSuggestions,
  type SuggestionRow,
  toShownLift,
  toShownUplift,
} from '../src/services/suggestions/suggestion.js';
import { Limited } from './allowance.js';
import { After, BrandId, First, Id, InputArg } from './arguments.js';
import { readConnection, toListCost } from './connection.js';
import { limited } from './limited.js';

@Resolver(() => Suggestion)
export class SuggestionResolver {
  @Authorized('read')
  @Query(() => Suggestion, { nullable: true, description: 'A suggestion of the account.' })
  suggestion(@Ctx() context: Context, @Id() id: string) {
    return findSuggestion(context.deps, tenantOf(context), id);
  }

  @Authorized('read')
  @Query(() => SuggestionConnection, {
    complexity: toListCost,
    description: 'Suggestions for a brand, newest first.',
  })
  async suggestions(
    @Ctx() context: Context,
    @BrandId() brandId: string,
    @First(20) first: number,
    @After() after?: string | null,
  ) {
    const request = toPageRequest(first, after);
    const brand = await findBrand(context.deps, tenantOf(context), brandId);
    return readConnection(context, listSuggestions, countSuggestions, request, brand.id);
  }

  @Authorized('write')
  @Limited('v1', { byResolver: true })
  @Mutation(() => SuggestionPayload, {
    description: 'Rewrites content for a brand. Returns within 25 seconds.',
  })
  async createSuggestion(
    @Ctx() context: Context,
    @InputArg(CreateSuggestionInput, 'The content to rewrite.') input: CreateSuggestionInput,
  ) {
    const { deps, idempotencyKey, drainSignal } = context;
    const owner = requireCaller(context);
    const checked = checkSuggestion(input);
    const options = { idempotencyKey, drainSignal };
    const work = () => suggestCopy(deps, owner, checked, options);
    return { suggestion: await limited(context, 'v1', work, { spends: true }) };
  }

  @Authorized('write')
  @Mutation(() => SuggestionPayload, {
    description: 'Marks a suggestion as applied, once. Its uplift is measured 16 days later.',
  })
  async applySuggestion(
    @Ctx() context: Context,
    @InputArg(ApplySuggestionInput, 'The suggestion that was applied.') {
      suggestionId,
      promptIds,
    }: ApplySuggestionInput,
  ) {
    const tenant = tenantOf(context);
    return {
      suggestion: await applySuggestion(context.deps, tenant, suggestionId, promptIds ?? null),
    };
  }

  @FieldResolver(() => ExpectedLift, { description: 'Expected effect of the suggestion.' })
  expectedLift(@Root() suggestion: SuggestionRow) {
    return toShownLift(suggestion);
  }

  @FieldResolver(() => Uplift, {
    nullable: true,
    description: 'Measured effect; null until 16 days after the application.',
  })
  uplift(@Root() { uplift }: SuggestionRow) {
    return uplift && toShownUplift(uplift);
  }
}
