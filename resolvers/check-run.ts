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
import { After, First, Id, InputArg } from './arguments.js';
import { readConnection, toListCost } from './connection.js';
import { limited } from './limited.js';

/** Open to callers without a credential, whom nothing here knows; one who has a credential must be allowed to. */
function openScopeOf(context: Context, needed: 'read' | 'write') {
  if (context.caller === null) return null;
  requireScope(context, needed);
  return tenantOf(context);
}

type MaybeListed = ListedCheckRun & Partial<Pick<CheckRunRow, 'results'>>;

/** Of listed checks they are read together. */
async function resultsOf(context: Context, run: MaybeListed): Promise<CheckRunRow['results']> {
  return run.results ?? (await context.loaders().checkResults.load(run.id))?.results ?? [];
}

@Resolver(() => CheckRun)
export class CheckRunResolver {
  @Query(() => Run, {
    nullable: true,
    description:
      'A run of the account, of any kind. Scans and queries that were made without a credential are open to anyone who knows their id, for 24 hours.',
  })
  run(@Ctx() context: Context, @Id() id: string) {
    return findRun(context.deps, openScopeOf(context, 'read'), id);
  }

  @Authorized('read')
  @Query(() => CheckRunConnection, {
    nullable: true,
    complexity: toListCost,
    description: 'The account’s own scans and queries, newest first, with what they cost.',
  })
  checkRuns(
    @Ctx() context: Context,
    @Arg('kind', () => CheckKind, { nullable: true, description: 'Of this kind only.' })
    kind: CheckKind | null = null,
    @First(20) first: number = 20,
    @After() after?: string | null,
  ) {
    const request = toPageRequest(first, after);
    return readConnection(context, listCheckRuns, countCheckRuns, request, kind);
  }

  @Mutation(() => RunScanPayload, {
    description:
      'Asks the first three configured platforms about a brand and answers within 25 seconds; needs no credential, and no scope or role of one that is there.',
  })
  runScan(
    @Ctx() context: Context,
    @InputArg(RunScanInput, 'What to look for.') input: RunScanInput,
  ) {
    const { deps } = context;
    // Whoever is known may do what a stranger may, whatever the key's scopes or the role.
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

  @Mutation(() => RunQueryPayload, {
    description:
      'Asks up to four platforms about a brand and answers within 25 seconds; needs no credential.',
  })
  runQuery(
    @Ctx() context: Context,
    @InputArg(RunQueryInput, 'What to look for.') input: RunQueryInput,
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
    description: 'What each asked platform answered, in their order.',
  })
  async summary(@Ctx() context: Context, @Root() run: MaybeListed) {
    return toSummary(run, await resultsOf(context, run));
  }

  @FieldResolver(() => [CheckResult], {
    complexity: ({ childComplexity }) => 16 * childComplexity,
    description: 'The answers, in the order of platforms and stages; empty until it is completed.',
  })
  results(@Ctx() context: Context, @Root() run: MaybeListed) {
    return resultsOf(context, run);
  }
}

@Resolver(() => CheckResult)
export class CheckResultResolver {
  @FieldResolver(() => Boolean, { description: 'Whether its cost is known.' })
  costKnown(@Root() result: { costUsd: number | null }) {
    return result.costUsd !== null;
  }
}
