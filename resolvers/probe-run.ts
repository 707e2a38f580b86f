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
    description: 'What a run would cost and tell. It stores nothing and asks nobody.',
  })
  probeEstimate(
    @Ctx() context: Context,
    @InputArg(StartProbeInput, 'What would be asked.') input: StartProbeInput,
  ) {
    return estimateProbe(context.deps, tenantOf(context), toNewProbe(input));
  }

  @Authorized('read')
  @Query(() => ProbeRun, { nullable: true, description: 'One run of the account.' })
  probeRun(@Ctx() context: Context, @Id() id: string) {
    return findProbeRun(context.deps, tenantOf(context), id);
  }

  @Authorized('read')
  @Query(() => ProbeRunConnection, {
    complexity: toListCost,
    description: 'The account’s runs, newest first.',
  })
  async probeRuns(
    @Ctx() context: Context,
    @Arg('brandId', () => ID, { nullable: true, description: 'Of this brand only.' }) brandId:
      | string
      | null = null,
    @Arg('status', () => RunStatus, { nullable: true, description: 'In this state only.' })
    status: RunStatus | null = null,
    @First(20) first: number = 20,
    @After() after?: string | null,
  ) {
    const request = toPageRequest(first, after);
    if (brandId !== null) await findBrand(context.deps, tenantOf(context), brandId);
    return readConnection(context, listProbeRuns, countProbeRuns, request, { brandId, status });
  }

  @Authorized('write')
  @Mutation(() => ProbeRunPayload, {
    description: 'Queues a run of the brand’s prompts and answers at once.',
  })
  async startProbe(
    @Ctx() context: Context,
    @InputArg(StartProbeInput, 'What to ask.') input: StartProbeInput,
  ) {
    const { deps, idempotencyKey } = context;
    const owner = requireCaller(context);
    const probe = toNewProbe(input);
    checkProbe(deps, owner, probe);
    const work = () => startProbe(deps, owner, probe, idempotencyKey);
    return { probeRun: await limited(context, 'v1', work, { spends: true }) };
  }

  @Authorized('write')
  @Mutation(() => ProbeRunPayload, { description: 'Stops a run; what was answered stays.' })
  async cancelProbeRun(
    @Ctx() context: Context,
    @InputArg(ProbeRunInput, 'Which run.') { runId }: ProbeRunInput,
  ) {
    return { probeRun: await cancelProbeRun(context.deps, tenantOf(context), runId) };
  }

  @Authorized('write')
  @Mutation(() => ProbeRunPayload, {
    description: 'Asks the failed answers of an ended run again, and only those.',
  })
  async retryProbeRun(
    @Ctx() context: Context,
    @InputArg(ProbeRunInput, 'Which run.') { runId }: ProbeRunInput,
  ) {
    return { probeRun: await retryProbeRun(context.deps, tenantOf(context), runId) };
  }

  @FieldResolver(() => Brand, { nullable: true, description: 'The brand it measures.' })
  brand(@Ctx() context: Context, @Root() run: ProbeRunRow) {
    return context.loaders().brand.load(run.brandId);
  }

  @FieldResolver(() => RunMeasures, {
    nullable: true,
    description: 'Its numbers; null until it is completed.',
  })
  measures(@Root() run: ProbeRunRow) {
    return run.measures === null ? null : toShownMeasures(run.measures);
  }

  @FieldResolver(() => [ProbeResult], {
    complexity: ({ childComplexity }) => 6 * childComplexity,
    description: 'What each platform answered; empty until it is completed.',
  })
  results(@Ctx() context: Context, @Root() run: ProbeRunRow) {
    // Not only for speed: of a step that is told late, nothing is shown that came after it.
    return run.status === 'completed' ? context.loaders().results.load(run.id) : [];
  }

  @FieldResolver(() => [RunPrompt], {
    complexity: ({ childComplexity }) => 12 * childComplexity,
    description: 'What it asks, in order.',
  })
  prompts(@Ctx() context: Context, @Root() run: ProbeRunRow) {
    return context.loaders().runPrompts.load(run.id);
  }

  @FieldResolver(() => AnswerConnection, {
    complexity: toListCost,
    description: 'Its single answers, in the order in which they came.',
  })
  async answers(
    @Ctx() context: Context,
    @Root() run: ProbeRunRow,
    @Arg('platform', () => String, { nullable: true, description: 'Of this platform only.' })
    platform: string | null = null,
    @Arg('promptId', () => ID, { nullable: true, description: 'To this prompt only.' }) promptId:
      | string
      | null = null,
    @Arg('status', () => AnswerStatus, { nullable: true, description: 'In this state only.' })
    status: AnswerStatus | null = null,
    @Arg('mentioned', () => Boolean, {
      nullable: true,
      description: 'Only those that name the brand, or only those that do not.',
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
    description: 'Share of this platform’s answers that name the brand.',
  })
  mentionRate(@Root() result: ProbeResultRow) {
    return toMentionRate(result);
  }

  @FieldResolver(() => [Citation], {
    complexity: toListCost,
    description: 'The links it cited, the most cited first.',
  })
  citations(@Ctx() context: Context, @Root() result: ProbeResultRow, @First(5) first: number) {
    checkCount('first', first, 1, 100);
    return context.loaders().resultCitations(first).load(result);
  }
}
