import { Arg, Authorized, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import {
  CheckKind,
  CheckResult,
  CheckRun,
  CheckRunConnection,
  CheckSummary,
  Run,
  RunQueryInput,
  RunQueryPayload,
  RunScanInput,
  RunScanPayload,
} from '../schema/check-run.js';
import { type Context, requireScope, tenantOf } from '../src/request/context.js';
import {
  ANONYMOUS,
  type CheckRunRow,
  countCheckRuns,
  findRun,
  type ListedCheckRun,
  listCheckRuns,
  runCheck,
  toSummary,
} from '../src/services/checks/check-run.js';
import { checkQuery, checkScan } from '../src/services/checks/new-check.js';
import { toPageRequest } from '../src/services/input/page.js';
import { Limited } from './allowance.js';
import { After, First, Id, InputArg } from './arguments.js';
import { readConnection, toListCost } from './connection.js';
import { limited } from './limited.js';

/** Null for callers without a credential. With a credential, the scope is required. */
function openScopeOf(context: Context, needed: 'read' | 'write') {
  if (context.caller === null) return null;
  requireScope(context, needed);
  return tenantOf(context);
}

type MaybeListed = ListedCheckRun & Partial<Pick<CheckRunRow, 'results'>>;

/** The loader reads the results of all listed checks together. */
async function resultsOf(context: Context, run: MaybeListed): Promise<CheckRunRow['results']> {
  return run.results ?? (await context.loaders().checkResults.load(run.id))?.results ?? [];
}

@Resolver(() => CheckRun)
export class CheckRunResolver {
  @Query(() => Run, {
    nullable: true,
    description:
      'A run of any kind. A scan or query made without a credential is readable for 24 hours by anyone with its id.',
  })
  run(@Ctx() context: Context, @Id() id: string) {
    return findRun(context.deps, openScopeOf(context, 'read'), id);
  }

  @Authorized('read')
  @Query(() => CheckRunConnection, {
    nullable: true,
    complexity: toListCost,
    description: 'Scans and queries of the account, newest first, with their cost.',
  })
  checkRuns(
    @Ctx() context: Context,
    @Arg('kind', () => CheckKind, { nullable: true, description: 'Only checks of this kind.' })
    kind: CheckKind | null = null,
    @First(20) first: number = 20,
    @After() after?: string | null,
  ) {
    const request = toPageRequest(first, after);
    return readConnection(context, listCheckRuns, countCheckRuns, request, kind);
  }

  @Limited('scan', { byResolver: true })
  @Mutation(() => RunScanPayload, {
    description:
      'Runs a free scan of a brand on the first three configured platforms. Returns within 25 seconds. Needs no credential, and no scope or role with one.',
  })
  runScan(
    @Ctx() context: Context,
    @InputArg(RunScanInput, 'The brand to scan.') input: RunScanInput,
  ) {
    const { deps } = context;
    // Anonymous callers may scan, so no scope or role is required of others.
    const tenant = context.caller === null ? ANONYMOUS : tenantOf(context);
    const check = checkScan(deps, tenant, input);
    return limited(context, 'scan', async ({ remaining, refund }) => {
      const checkRun = await runCheck(deps, tenant, check, {
        idempotencyKey: context.idempotencyKey,
        keyId: context.caller?.keyId ?? null,
        rateLimitRemaining: remaining,
        drainSignal: context.drainSignal,
        onReplay: refund,
      });
      return { checkRun, rateLimitRemaining: checkRun.rateLimitRemaining };
    });
  }

  @Limited('query', { byResolver: true })
  @Mutation(() => RunQueryPayload, {
    description:
      'Runs a full query of a brand on up to four platforms. Returns within 25 seconds. Needs no credential.',
  })
  runQuery(
    @Ctx() context: Context,
    @InputArg(RunQueryInput, 'The brand and the platforms to query.') input: RunQueryInput,
  ) {
    const { deps } = context;
    const tenant = openScopeOf(context, 'write') ?? ANONYMOUS;
    const check = checkQuery(deps, tenant, input);
    return limited(context, 'query', async ({ refund }) => ({
      checkRun: await runCheck(deps, tenant, check, {
        idempotencyKey: context.idempotencyKey,
        keyId: context.caller?.keyId ?? null,
        rateLimitRemaining: null,
        drainSignal: context.drainSignal,
        onReplay: refund,
      }),
    }));
  }

  @FieldResolver(() => [CheckSummary], {
    complexity: ({ childComplexity }) => 4 * childComplexity,
    description: 'Counts for each platform that was asked.',
  })
  async summary(@Ctx() context: Context, @Root() run: MaybeListed) {
    return toSummary(run, await resultsOf(context, run));
  }

  @FieldResolver(() => [CheckResult], {
    complexity: ({ childComplexity }) => 16 * childComplexity,
    description: 'Answers, ordered by platform and stage; empty until the check is completed.',
  })
  results(@Ctx() context: Context, @Root() run: MaybeListed) {
    return resultsOf(context, run);
  }
}

@Resolver(() => CheckResult)
export class CheckResultResolver {
  @FieldResolver(() => Boolean, { description: 'Whether the cost of the answer is known.' })
  costKnown(@Root() result: { costUsd: number | null }) {
    return result.costUsd !== null;
  }
}
