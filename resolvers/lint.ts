import { Arg, Authorized, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import { LintIssue, LintIssueConnection, LintStatus } from '../schema/lint.js';
import { Rewrite } from '../schema/rewrite.js';
import { WikiPage } from '../schema/wiki.js';
import { type Context, tenantOf } from '../src/request/context.js';
import { findBrand } from '../src/services/brands/brand.js';
import { toPageRequest } from '../src/services/input/page.js';
import { checkCount } from '../src/services/input/validate.js';
import {
  countLintIssues,
  type LintIssueRow,
  listLintIssues,
  toWayOut,
} from '../src/services/wiki/lint-issue.js';
import { After, BrandId, First } from './arguments.js';
import { readConnection, toListCost } from './connection.js';

@Resolver(() => LintIssue)
export class LintIssueResolver {
  @Authorized('read')
  @Query(() => LintIssueConnection, {
    complexity: toListCost,
    description: 'Lint issues of a brand’s wiki pages and rewrites, newest first.',
  })
  async lintIssues(
    @Ctx() context: Context,
    @BrandId() brandId: string,
    @Arg('status', () => LintStatus, {
      defaultValue: LintStatus.OPEN,
      description: 'Only issues with this status.',
    })
    status: LintStatus = LintStatus.OPEN,
    @First(20) first: number = 20,
    @After() after?: string | null,
  ) {
    const request = toPageRequest(first, after);
    const brand = await findBrand(context.deps, tenantOf(context), brandId);
    return readConnection(context, listLintIssues, countLintIssues, request, brand.id, status);
  }

  @FieldResolver(() => String, { description: 'Recommended fix.' })
  wayOut(@Root() issue: LintIssueRow) {
    return toWayOut(issue);
  }
}

@Resolver(() => WikiPage)
export class WikiPageLintResolver {
  @FieldResolver(() => [LintIssue], {
    complexity: toListCost,
    description: 'Open lint issues of the page, in the order of the text.',
  })
  lintIssues(@Ctx() context: Context, @Root() page: { id: string }, @First(20) first: number = 20) {
    checkCount('first', first, 1, 100);
    return context.loaders().lintIssues('wiki_page', first).load(page.id);
  }
}

@Resolver(() => Rewrite)
export class RewriteLintResolver {
  @FieldResolver(() => [LintIssue], {
    complexity: toListCost,
    description: 'Open lint issues of the rewrite, in the order of its parts.',
  })
  lintIssues(
    @Ctx() context: Context,
    @Root() rewrite: { id: string },
    @First(20) first: number = 20,
  ) {
    checkCount('first', first, 1, 100);
    return context.loaders().lintIssues('rewrite', first).load(rewrite.id);
  }
}
