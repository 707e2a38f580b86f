import {
  Arg,
  Authorized,
  Ctx,
  FieldResolver,
  ID,
  Mutation,
  Query,
  Resolver,
  Root,
  Subscription,
} from 'type-graphql';
import { Rewrite } from '../schema/rewrite.js';
import {
  AddRewriteItemsInput,
  CreateRewriteBatchInput,
  RetryRewriteBatchInput,
  RewriteBatch,
  RewriteBatchConnection,
  RewriteBatchItem,
  RewriteBatchPayload,
  RewriteBatchProgress,
  StartRewriteBatchInput,
} from '../schema/rewrite-batch.js';
import { type Context, requireCaller, tenantOf } from '../src/request/context.js';
import { findBrand } from '../src/services/brands/brand.js';
import { toPageRequest } from '../src/services/input/page.js';
import {
  addRewriteItems,
  createRewriteBatch,
  retryRewriteBatch,
  startRewriteBatch,
} from '../src/services/rewrites/fill-batch.js';
import {
  type BatchItemRow,
  countRewriteBatches,
  findRewriteBatch,
  listRewriteBatches,
  type RewriteBatchRow,
} from '../src/services/rewrites/rewrite-batch.js';
import { After, First, Id, InputArg } from './arguments.js';
import { readConnection, toListCost } from './connection.js';

/** For query complexity. Most batches hold far fewer than the 100 items allowed. */
const USUAL_ITEMS = 20;

@Resolver(() => RewriteBatch)
export class RewriteBatchResolver {
  @Authorized('read')
  @Query(() => RewriteBatch, { nullable: true, description: 'A batch of the account.' })
  rewriteBatch(@Ctx() context: Context, @Id() id: string) {
    return findRewriteBatch(context.deps, tenantOf(context), id);
  }

  @Authorized('read')
  @Query(() => RewriteBatchConnection, {
    complexity: toListCost,
    description: 'Batches of the account, newest first.',
  })
  async rewriteBatches(
    @Ctx() context: Context,
    @Arg('brandId', () => ID, { nullable: true, description: 'Only batches of this brand.' })
    brandId: string | null = null,
    @First(20) first: number = 20,
    @After() after?: string | null,
  ) {
    const request = toPageRequest(first, after);
    if (brandId !== null) await findBrand(context.deps, tenantOf(context), brandId);
    return readConnection(context, listRewriteBatches, countRewriteBatches, request, brandId);
  }

  @Authorized('write')
  @Mutation(() => RewriteBatchPayload, { description: 'Creates an empty batch.' })
  async createRewriteBatch(
    @Ctx() context: Context,
    @InputArg(CreateRewriteBatchInput, 'The batch to create.') input: CreateRewriteBatchInput,
  ) {
    const { deps, idempotencyKey } = context;
    const batch = await createRewriteBatch(deps, requireCaller(context), input, idempotencyKey);
    return { rewriteBatch: batch };
  }

  @Authorized('write')
  @Mutation(() => RewriteBatchPayload, { description: 'Adds items to a batch.' })
  async addRewriteItems(
    @Ctx() context: Context,
    @InputArg(AddRewriteItemsInput, 'The items to add.') input: AddRewriteItemsInput,
  ) {
    const { deps, idempotencyKey } = context;
    const batch = await addRewriteItems(deps, requireCaller(context), input, idempotencyKey);
    return { rewriteBatch: batch };
  }

  @Authorized('write')
  @Mutation(() => RewriteBatchPayload, { description: 'Queues a batch.' })
  async startRewriteBatch(
    @Ctx() context: Context,
    @InputArg(StartRewriteBatchInput, 'The batch to start.') { batchId }: StartRewriteBatchInput,
  ) {
    const batch = await startRewriteBatch(context.deps, requireCaller(context), batchId);
    return { rewriteBatch: batch };
  }

  @Authorized('write')
  @Mutation(() => RewriteBatchPayload, {
    description: 'Retries the failed items of a completed batch.',
  })
  async retryRewriteBatch(
    @Ctx() context: Context,
    @InputArg(RetryRewriteBatchInput, 'The batch to retry.') { batchId }: RetryRewriteBatchInput,
  ) {
    const batch = await retryRewriteBatch(context.deps, requireCaller(context), batchId);
    return { rewriteBatch: batch };
  }

  @Authorized('read')
  @Subscription(() => RewriteBatchProgress, {
    description:
      'Progress of a batch: its current state first, then an event after each step until the batch is completed.',
    subscribe: ({ args, context }: { args: { batchId: string }; context: Context }) =>
      context.follow.batch(tenantOf(context), args.batchId),
  })
  rewriteBatchProgress(
    @Ctx() context: Context,
    @Root() batch: RewriteBatchRow,
    @Arg('batchId', () => ID, { description: 'Id of the batch.' }) _batchId: string,
  ) {
    context.forget();
    return { sequence: batch.sequence, rewriteBatch: batch };
  }

  @FieldResolver(() => [RewriteBatchItem], {
    complexity: ({ childComplexity }) => 1 + USUAL_ITEMS * childComplexity,
    description: 'Items of the batch, in order.',
  })
  items(@Ctx() context: Context, @Root() batch: RewriteBatchRow) {
    return context.loaders().batchItems.load(batch.id);
  }
}

@Resolver(() => RewriteBatchItem)
export class RewriteBatchItemResolver {
  @FieldResolver(() => Rewrite, {
    nullable: true,
    description: 'The rewrite; null until it is written, and for a failed item.',
  })
  rewrite(@Ctx() context: Context, @Root() { rewriteId }: BatchItemRow) {
    return rewriteId === null ? null : context.loaders().rewrite.load(rewriteId);
  }
}
