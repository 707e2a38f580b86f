import { Authorized, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import {
  CreateWikiPageInput,
  DeleteWikiPageInput,
  DeleteWikiPagePayload,
  UpdateWikiPageInput,
  WikiPage,
  WikiPageConnection,
  WikiPagePayload,
  WikiVersionConnection,
} from '../schema/wiki.js';
import { type Context, requireCaller, tenantOf } from '../src/request/context.js';
import { findBrand } from '../src/services/brands/brand.js';
import {
  fromNumberCursor,
  toNumberCursor,
  toPage,
  toPageRequest,
} from '../src/services/input/page.js';
import { checkCount } from '../src/services/input/validate.js';
import {
  countWikiPages,
  createWikiPage,
  deleteWikiPage,
  findWikiPage,
  listWikiPages,
  updateWikiPage,
  type WikiPageRow,
} from '../src/services/wiki/wiki.js';
import { After, BrandId, First, Id, InputArg } from './arguments.js';
import { readConnection, toConnection, toListCost } from './connection.js';

@Resolver(() => WikiPage)
export class WikiPageResolver {
  @Authorized('read')
  @Query(() => WikiPage, { nullable: true, description: 'A wiki page of the account.' })
  wikiPage(@Ctx() context: Context, @Id() id: string) {
    return findWikiPage(context.deps, tenantOf(context), id);
  }

  @Authorized('read')
  @Query(() => WikiPageConnection, {
    complexity: toListCost,
    description: 'Wiki pages of a brand, newest first.',
  })
  async wikiPages(
    @Ctx() context: Context,
    @BrandId() brandId: string,
    @First(20) first: number = 20,
    @After() after?: string | null,
  ) {
    const request = toPageRequest(first, after);
    const brand = await findBrand(context.deps, tenantOf(context), brandId);
    return readConnection(context, listWikiPages, countWikiPages, request, brand.id);
  }

  @Authorized('write')
  @Mutation(() => WikiPagePayload, { description: 'Creates a wiki page.' })
  async createWikiPage(
    @Ctx() context: Context,
    @InputArg(CreateWikiPageInput, 'The page to create.') input: CreateWikiPageInput,
  ) {
    const author = requireCaller(context);
    return { wikiPage: await createWikiPage(context.deps, author, input, context.idempotencyKey) };
  }

  @Authorized('write')
  @Mutation(() => WikiPagePayload, { description: 'Changes a wiki page.' })
  async updateWikiPage(
    @Ctx() context: Context,
    @InputArg(UpdateWikiPageInput, 'The changes.') { id, ...change }: UpdateWikiPageInput,
  ) {
    return { wikiPage: await updateWikiPage(context.deps, requireCaller(context), id, change) };
  }

  @Authorized('write')
  @Mutation(() => DeleteWikiPagePayload, {
    description: 'Deletes a wiki page and its history.',
  })
  async deleteWikiPage(
    @Ctx() context: Context,
    @InputArg(DeleteWikiPageInput, 'The page to delete.') { id }: DeleteWikiPageInput,
  ) {
    return { id: await deleteWikiPage(context.deps, tenantOf(context), id) };
  }

  @FieldResolver(() => WikiVersionConnection, {
    complexity: ({ args, childComplexity }) => 10 + Math.max(0, args.first) * childComplexity,
    description: 'Versions of the page, newest first. The first is the current version.',
  })
  async history(
    @Ctx() context: Context,
    @Root() { id, version }: WikiPageRow,
    @First(20) first: number = 20,
    @After() after?: string | null,
  ) {
    checkCount('first', first, 1, 100);
    const page = { first, after: after == null ? null : fromNumberCursor(after) };
    const rows = await context.loaders().wikiVersions(page).load(id);
    // Versions are never deleted, so the current number is the count.
    const count = () => Promise.resolve(version);
    return toConnection(toPage(rows, first), count, (row) => toNumberCursor(row.version));
  }
}
