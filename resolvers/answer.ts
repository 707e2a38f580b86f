import { Arg, Ctx, FieldResolver, ID, Resolver, Root } from 'type-graphql';
import { Answer, AnswerCitation, AnswerConnection } from '../schema/answer.js';
import { Brand } from '../schema/brand.js';
import { RunPrompt } from '../schema/prompt.js';
import type { Context } from '../src/request/context.js';
import { type AnswerRow, toAnswerId } from '../src/services/answers/answer.js';
import type { ListedBrand } from '../src/services/brands/brand.js';
import { toPage } from '../src/services/input/page.js';
import { checkCount } from '../src/services/input/validate.js';
import { fromEvidenceCursor, toEvidenceCursor } from '../src/services/measures/brand-answer.js';
import { After, Days, First } from './arguments.js';
import { toConnection, toListCost } from './connection.js';

const USUAL_LINKS = 5;

@Resolver(() => Answer)
export class AnswerResolver {
  @FieldResolver(() => ID, { description: 'Unique, stable id of the answer.' })
  id(@Root() answer: AnswerRow) {
    return toAnswerId(answer);
  }

  @FieldResolver(() => RunPrompt, {
    nullable: true,
    description: 'The prompt as the run asked it; null when the run no longer lists it.',
  })
  async prompt(@Ctx() context: Context, @Root() { runId, promptId }: AnswerRow) {
    const prompts = await context.loaders().runPrompts.load(runId);
    return prompts.find((prompt) => prompt.promptId === promptId) ?? null;
  }

  @FieldResolver(() => [AnswerCitation], {
    complexity: ({ childComplexity }) => USUAL_LINKS * childComplexity,
    description: 'Links that the answer cites, in the order of the answer.',
  })
  citations(@Ctx() context: Context, @Root() answer: AnswerRow) {
    return context.loaders().answerCitations.load(answer);
  }
}

/** The answers behind the metrics of a brand. */
@Resolver(() => Brand)
export class BrandAnswerResolver {
  @FieldResolver(() => AnswerConnection, {
    complexity: toListCost,
    description: 'Answers that the metrics of the window count, newest run first.',
  })
  async answers(
    @Ctx() context: Context,
    @Root() brand: ListedBrand,
    @Days() days: number = 30,
    @Arg('date', () => String, {
      nullable: true,
      description: 'Only answers of runs started on this UTC day of the window, YYYY-MM-DD.',
    })
    date: string | null = null,
    @Arg('platform', () => String, {
      nullable: true,
      description: 'Only answers of this platform.',
    })
    platform: string | null = null,
    @Arg('promptId', () => ID, { nullable: true, description: 'Only answers to this prompt.' })
    promptId: string | null = null,
    @Arg('mentioned', () => Boolean, {
      nullable: true,
      description:
        'True for answers that name the brand, false for those that do not. Default: both.',
    })
    mentioned: boolean | null = null,
    @Arg('citedDomain', () => String, {
      nullable: true,
      description: 'Only answers that cite a page of this domain.',
    })
    citedDomain: string | null = null,
    @First(20) first: number = 20,
    @After() after?: string | null,
  ) {
    checkCount('days', days, 1, 90);
    checkCount('first', first, 1, 100);
    const filter = { platform, promptId, mentioned, date, citedDomain };
    const page = { first, after: after == null ? null : fromEvidenceCursor(after) };
    const over = context.loaders().over(days);
    const rows = await over.answers(filter, page).load(brand.id);
    return toConnection(
      toPage(rows, first),
      () => over.answerCount(filter).load(brand.id),
      toEvidenceCursor,
    );
  }
}
