import { Authorized, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import {
  Rewrite,
  RewriteConnection,
  RewriteInput,
  RewritePayload,
  RewriteScore,
} from '../schema/rewrite.js';
import { type Context, requireCaller, tenantOf } from '../src/request/context.js';
import { toPageRequest } from '../src/services/input/page.js';
import { checkRewrite } from '../src/services/rewrites/new-rewrite.js';
import {
  countRewrites,
  findRewrite,
  listRewrites,
  type RewriteRow,
  toShownScore,
} from '../src/services/rewrites/rewrite.js';
import { rewriteCopy } from '../src/services/rewrites/rewrite-copy.js';
import { Limited } from './allowance.js';
import { After, First, Id, InputArg } from './arguments.js';
import { readConnection, toListCost } from './connection.js';
import { limited } from './limited.js';

@Resolver(() => Rewrite)
export class RewriteResolver {
  @Authorized('read')
  @Query(() => Rewrite, { nullable: true, description: 'A rewrite of the account.' })
  rewrite(@Ctx() context: Context, @Id() id: string) {
    return findRewrite(context.deps, tenantOf(context), id);
  }

  @Authorized('read')
  @Query(() => RewriteConnection, {
    complexity: toListCost,
    description: 'Rewrites of the account, newest first.',
  })
  async rewrites(
    @Ctx() context: Context,
    @First(20) first: number,
    @After() after?: string | null,
  ) {
    return readConnection(context, listRewrites, countRewrites, toPageRequest(first, after));
  }

  @Authorized('write')
  @Limited('rewrite', { byResolver: true })
  @Mutation(() => RewritePayload, {
    name: 'rewrite',
    description: 'Rewrites a text so that answer engines can cite it. Returns within 25 seconds.',
  })
  async rewriteCopy(
    @Ctx() context: Context,
    @InputArg(RewriteInput, 'The text to rewrite.') input: RewriteInput,
  ) {
    const { deps, idempotencyKey, drainSignal } = context;
    const owner = requireCaller(context);
    const checked = checkRewrite(input);
    return {
      rewrite: await limited(context, 'rewrite', ({ refund }) =>
        rewriteCopy(deps, owner, checked, { idempotencyKey, drainSignal, onReplay: refund }),
      ),
    };
  }

  @FieldResolver(() => Boolean, { description: 'Whether the cost is known.' })
  costKnown(@Root() rewrite: RewriteRow) {
    return rewrite.costUsd !== null;
  }

  @FieldResolver(() => RewriteScore, { description: 'Readiness score of the rewrite.' })
  score(@Root() rewrite: RewriteRow) {
    return toShownScore(rewrite);
  }
}
