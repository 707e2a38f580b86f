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
} from 'type-graphql';
import { AnswerConnection, AnswerStatus } from '../schema/answer.js';
import { Brand } from '../schema/brand.js';
import { Citation } from '../schema/citation.js';
import {
  ProbeEstimate,
  ProbeResult,
  ProbeRun,
  ProbeRunConnection,
  ProbeRunInput,
  ProbeRunPayload,
  RunMeasures,
  RunStatus,
  StartProbeInput,
} from '../schema/probe-run.js';
import { RunPrompt } from '../schema/prompt.js';
import { Rate } from '../schema/rate.js';
import { type Context, requireCaller, tenantOf } from '../src/request/context.js';
import { findBrand } from '../src/services/brands/brand.js';
import {
  fromNumberCursor,
  toNumberCursor,
  toPage,
  toPageRequest,
} from '../src/services/input/page.js';
import { checkCount } from '../src/services/input/validate.js';
import { estimateProbe } from '../src/services/runs/estimate-probe.js';
import { checkProbe, type NewProbe } from '../src/services/runs/plan-probe.js';
import { type ProbeResultRow, toMentionRate } from '../src/services/runs/probe-result.js';
import {
  cancelProbeRun,
  countProbeRuns,
  findProbeRun,
  listProbeRuns,
  type ProbeRunRow,
  retryProbeRun,
  startProbe,
  toShownMeasures,
} from '../src/services/runs/probe-run.js';
import { Limited } from './allowance.js';
import { After, First, Id, InputArg } from './arguments.js';
import { readConnection, toConnection, toListCost } from './connection.js';
import { limited } from './limited.js';

const toNewProbe = (input: StartProbeInput): NewProbe => ({
  ...input,
  platforms: input.platforms ?? null,
  promptPackId: input.promptPackId ?? null,
  samplesPerPrompt: input.samplesPerPrompt ?? 1,
});

@Resolver(() => ProbeRun)
export class ProbeRunResolver {
  @Authorized('read')
  @Query(() => ProbeEstimate, {
    nullable: true,
    description:
      'Estimates the cost and precision of a run. Nothing is stored and no engine is called.',
  })
  probeEstimate(
    @Ctx() context: Context,
    @InputArg(StartProbeInput, 'The run to estimate.') input: StartProbeInput,
  ) {
    return estimateProbe(context.deps, tenantOf(context), toNewProbe(input));
  }

  @Authorized('read')
  @Query(() => ProbeRun, { nullable: true, description: 'A run of the account.' })
  probeRun(@Ctx() context: Context, @Id() id: string) {
    return findProbeRun(context.deps, tenantOf(context), id);
  }

  @Authorized('read')
  @Query(() => ProbeRunConnection, {
    complexity: toListCost,
    description: 'Runs of the account, newest first.',
  })
  async probeRuns(
    @Ctx() context: Context,
    @Arg('brandId', () => ID, { nullable: true, description: 'Only runs of this brand.' }) brandId:
      | string
      | null = null,
    @Arg('status', () => RunStatus, { nullable: true, description: 'Only runs with this status.' })
    status: RunStatus | null = null,
    @First(20) first: number = 20,
    @After() after?: string | null,
  ) {
    const request = toPageRequest(first, after);
    if (brandId !== null) await findBrand(context.deps, tenantOf(context), brandId);
    return readConnection(context, listProbeRuns, countProbeRuns, request, { brandId, status });
  }

  @Authorized('write')
  @Limited('v1', { byResolver: true })
  @Mutation(() => ProbeRunPayload, {
    description: 'Queues a run of the brand’s prompts and returns immediately.',
  })
  async startProbe(
    @Ctx() context: Context,
    @InputArg(StartProbeInput, 'The run to start.') input: StartProbeInput,
  ) {
    const { deps, idempotencyKey } = context;
    const owner = requireCaller(context);
    const probe = toNewProbe(input);
    checkProbe(deps, owner, probe);
    const work = () => startProbe(deps, owner, probe, idempotencyKey);
    return { probeRun: await limited(context, 'v1', work, { spends: true }) };
  }

  @Authorized('write')
  @Mutation(() => ProbeRunPayload, {
    description: 'Cancels a run. Answers received before remain.',
  })
  async cancelProbeRun(
    @Ctx() context: Context,
    @InputArg(ProbeRunInput, 'The run to cancel.') { runId }: ProbeRunInput,
  ) {
    return { probeRun: await cancelProbeRun(context.deps, tenantOf(context), runId) };
  }

  @Authorized('write')
  @Mutation(() => ProbeRunPayload, {
    description: 'Retries the failed answers of an ended run.',
  })
  async retryProbeRun(
    @Ctx() context: Context,
    @InputArg(ProbeRunInput, 'The run to retry.') { runId }: ProbeRunInput,
  ) {
    return { probeRun: await retryProbeRun(context.deps, tenantOf(context), runId) };
  }

  @FieldResolver(() => Brand, {
    nullable: true,
    description: 'Brand that is measured; null when it was deleted.',
  })
  brand(@Ctx() context: Context, @Root() run: ProbeRunRow) {
    return context.loaders().brand.load(run.brandId);
  }

  @FieldResolver(() => RunMeasures, {
    nullable: true,
    description: 'Metrics of the run; null until it is completed.',
  })
  measures(@Root() run: ProbeRunRow) {
    return run.measures === null ? null : toShownMeasures(run.measures);
  }

  @FieldResolver(() => [ProbeResult], {
    complexity: ({ childComplexity }) => 6 * childComplexity,
    description: 'Results of each platform; empty until the run is completed.',
  })
  results(@Ctx() context: Context, @Root() run: ProbeRunRow) {
    // Not only for speed: a late progress event must not show results stored after its step.
    return run.status === 'completed' ? context.loaders().results.load(run.id) : [];
  }

  @FieldResolver(() => [RunPrompt], {
    complexity: ({ childComplexity }) => 12 * childComplexity,
    description: 'Prompts of the run, in the order in which they are asked.',
  })
  prompts(@Ctx() context: Context, @Root() run: ProbeRunRow) {
    return context.loaders().runPrompts.load(run.id);
  }

  @FieldResolver(() => AnswerConnection, {
    complexity: toListCost,
    description: 'Answers of the run, in the order in which they were stored.',
  })
  async answers(
    @Ctx() context: Context,
    @Root() run: ProbeRunRow,
    @Arg('platform', () => String, {
      nullable: true,
      description: 'Only answers of this platform.',
    })
    platform: string | null = null,
    @Arg('promptId', () => ID, { nullable: true, description: 'Only answers to this prompt.' })
    promptId: string | null = null,
    @Arg('status', () => AnswerStatus, {
      nullable: true,
      description: 'Only answers with this status.',
    })
    status: AnswerStatus | null = null,
    @Arg('mentioned', () => Boolean, {
      nullable: true,
      description:
        'True for answers that name the brand, false for those that do not. Default: both.',
    })
    mentioned: boolean | null = null,
    @First(20) first: number = 20,
    @After() after?: string | null,
  ) {
    checkCount('first', first, 1, 100);
    const filter = { platform, promptId, status, mentioned };
    const page = { first, after: after == null ? 0 : fromNumberCursor(after) };
    const loaders = context.loaders();
    const rows = await loaders.answers(filter, page).load(run);
    return toConnection(
      toPage(rows, first),
      () => loaders.answerCount(filter).load(run),
      (row) => toNumberCursor(row.sequence),
    );
  }
}

@Resolver(() => ProbeResult)
export class ProbeResultResolver {
  @FieldResolver(() => Rate, {
    description: 'Share of the platform’s answers that name the brand.',
  })
  mentionRate(@Root() result: ProbeResultRow) {
    return toMentionRate(result);
  }

  @FieldResolver(() => [Citation], {
    complexity: toListCost,
    description: 'Pages that the platform cited, most cited first.',
  })
  citations(@Ctx() context: Context, @Root() result: ProbeResultRow, @First(5) first: number) {
    checkCount('first', first, 1, 100);
    return context.loaders().resultCitations(first).load(result);
  }
}
