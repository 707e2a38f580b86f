import { Arg, Authorized, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import {
  Alias,
  Brand,
  BrandConnection,
  BrandPayload,
  Competitor,
  CompetitorSuggestion,
  CreateBrandInput,
  DeleteBrandInput,
  DeleteBrandPayload,
  DismissCompetitorSuggestionInput,
  NameSearch,
  UpdateBrandInput,
} from '../schema/brand.js';
import { ProbeRun } from '../schema/probe-run.js';
import { PromptPack } from '../schema/prompt.js';
import { type Context, requireCaller, tenantOf } from '../src/request/context.js';
import {
  type BrandRow,
  countBrands,
  deleteBrand,
  findBrand,
  type ListedBrand,
  listBrands,
} from '../src/services/brands/brand.js';
import { toNameSearch } from '../src/services/brands/brand-names.js';
import { updateBrand } from '../src/services/brands/change-brand.js';
import { dismissCompetitorSuggestion } from '../src/services/brands/competitor-suggestion.js';
import { checkNewBrand, createBrand } from '../src/services/brands/new-brand.js';
import { toPageRequest } from '../src/services/input/page.js';
import { checkCount } from '../src/services/input/validate.js';
import { Limited } from './allowance.js';
import { After, First, Id, InputArg } from './arguments.js';
import { readConnection, toListCost } from './connection.js';
import { limited } from './limited.js';

/** Null if the brand was deleted after the list was read. */
const inFull = (context: Context, brand: ListedBrand | BrandRow) =>
  'aliases' in brand ? brand : context.loaders().brand.load(brand.id);

@Resolver(() => Brand)
export class BrandResolver {
  @Authorized('read')
  @Limited('v1', { unlessOnly: 'dashboard' })
  @Query(() => Brand, { nullable: true, description: 'A brand of the account.' })
  brand(@Ctx() context: Context, @Id() id: string) {
    return findBrand(context.deps, tenantOf(context), id);
  }

  @Authorized('read')
  @Query(() => BrandConnection, {
    complexity: toListCost,
    description: 'Brands of the account, newest first.',
  })
  async brands(@Ctx() context: Context, @First(20) first: number, @After() after?: string | null) {
    return readConnection(context, listBrands, countBrands, toPageRequest(first, after));
  }

  @Authorized('read')
  @Query(() => NameSearch, {
    description: 'How answers would be searched for a name, before a brand or rival has it.',
  })
  nameSearch(
    @Arg('name', () => String, { description: 'The name, at most 200 characters.' }) name: string,
  ) {
    return toNameSearch(name);
  }

  @Authorized('write')
  @Limited('v1', { byResolver: true })
  @Mutation(() => BrandPayload, {
    description:
      'Creates a brand with its own prompt pack. The pack holds the given prompts, or twelve generated from the category.',
  })
  async createBrand(
    @Ctx() context: Context,
    @InputArg(CreateBrandInput, 'The brand to create.') input: CreateBrandInput,
  ) {
    const { deps, idempotencyKey } = context;
    const owner = requireCaller(context);
    checkNewBrand(input);
    const work = () => createBrand(deps, owner, input, idempotencyKey);
    return { brand: await limited(context, 'v1', work) };
  }

  @Authorized('write')
  @Mutation(() => BrandPayload, { description: 'Changes a brand.' })
  async updateBrand(
    @Ctx() context: Context,
    @InputArg(UpdateBrandInput, 'The changes.') { id, ...change }: UpdateBrandInput,
  ) {
    return { brand: await updateBrand(context.deps, tenantOf(context), id, change) };
  }

  @Authorized('write')
  @Mutation(() => BrandPayload, {
    description: 'Removes a name from a brand’s competitor suggestions permanently.',
  })
  async dismissCompetitorSuggestion(
    @Ctx() context: Context,
    @InputArg(DismissCompetitorSuggestionInput, 'The suggestion to dismiss.') {
      brandId,
      name,
    }: DismissCompetitorSuggestionInput,
  ) {
    const tenant = tenantOf(context);
    return { brand: await dismissCompetitorSuggestion(context.deps, tenant, brandId, name) };
  }

  @Authorized('write')
  @Mutation(() => DeleteBrandPayload, {
    description: 'Deletes a brand. Its measurements are deleted in the background.',
  })
  async deleteBrand(
    @Ctx() context: Context,
    @InputArg(DeleteBrandInput, 'The brand to delete.') { id }: DeleteBrandInput,
  ) {
    return { id: await deleteBrand(context.deps, tenantOf(context), id) };
  }

  @FieldResolver(() => [Alias], {
    description: 'Names that the brand is recognised by, including its own name.',
  })
  async aliases(@Ctx() context: Context, @Root() brand: ListedBrand | BrandRow) {
    return (await inFull(context, brand))?.aliases ?? [];
  }

  @FieldResolver(() => [String], {
    description: 'Registrable domains that count as the brand’s own in citations.',
  })
  async ownedDomains(@Ctx() context: Context, @Root() brand: ListedBrand | BrandRow) {
    return (await inFull(context, brand))?.ownedDomains ?? [];
  }

  @FieldResolver(() => Boolean, {
    description: 'Whether a suspected incident starts a run that confirms or refutes it.',
  })
  async confirmIncidents(@Ctx() context: Context, @Root() brand: ListedBrand | BrandRow) {
    return (await inFull(context, brand))?.confirmIncidents ?? true;
  }

  @FieldResolver(() => [Competitor], { description: 'Tracked rivals of the brand.' })
  competitors(@Ctx() context: Context, @Root() brand: ListedBrand) {
    return context.loaders().competitors.load(brand.id);
  }

  @FieldResolver(() => [CompetitorSuggestion], {
    complexity: toListCost,
    description:
      'Untracked names that at least three answers place beside tracked ones, most frequent first. Dismissed names are omitted.',
  })
  competitorSuggestions(
    @Ctx() context: Context,
    @Root() brand: ListedBrand,
    @First(10) first: number,
  ) {
    checkCount('first', first, 1, 100);
    return context.loaders().competitorSuggestions(first).load(brand.id);
  }

  @FieldResolver(() => PromptPack, {
    nullable: true,
    description:
      'Prompt pack that runs of the brand ask by default: the pack bound to the account, otherwise the brand’s own. Null when there is neither.',
  })
  promptPack(@Ctx() context: Context, @Root() brand: ListedBrand) {
    return context.loaders().askedPack.load(brand.id);
  }

  @FieldResolver(() => ProbeRun, {
    nullable: true,
    description: 'Latest completed probe of the brand; null when there is none.',
  })
  lastScan(@Ctx() context: Context, @Root() brand: ListedBrand) {
    return context.loaders().lastScan.load(brand.id);
  }
}
