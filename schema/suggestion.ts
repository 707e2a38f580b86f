import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { createConnection } from './connection.js';
import { ExpectedLift, Uplift } from './lift.js';
import { FactClaim } from './rewrite.js';
import { Instant } from './scalars.js';

export enum SuggestionIntent {
  COMPARISON = 'comparison',
  HOW_TO = 'how-to',
  FAQ = 'faq',
  REVIEW = 'review',
}
registerEnumType(SuggestionIntent, {
  name: 'SuggestionIntent',
  description: 'What a content is for, which orders its sections.',
  valuesConfig: {
    COMPARISON: { description: 'The evidence first.' },
    HOW_TO: { description: 'The content’s own numbered steps behind the answer.' },
    FAQ: { description: 'The questions first.' },
    REVIEW: { description: 'The evidence first.' },
  },
});

export enum SuggestionStatus {
  PROPOSED = 'proposed',
  APPLIED = 'applied',
  SHOWN = 'shown',
  NOT_SHOWN = 'not_shown',
}
registerEnumType(SuggestionStatus, {
  name: 'SuggestionStatus',
  description: 'How far a suggestion is.',
  valuesConfig: {
    PROPOSED: { description: 'Nobody has said that it is in use.' },
    APPLIED: { description: 'It is in use, and the days after that are being waited for.' },
    SHOWN: { description: 'Answers name the brand more often since, by more than chance.' },
    NOT_SHOWN: { description: 'The answers do not bear an effect out, or are too few to tell.' },
  },
});

@ObjectType({ description: 'Content rewritten for a brand, so that answer engines cite it.' })
export class Suggestion {
  @Field(() => ID, { description: 'Its id.' })
  id!: string;

  @Field(() => ID, { description: 'The brand it is for.' })
  brandId!: string;

  @Field(() => SuggestionStatus, { description: 'How far it is.' })
  status!: SuggestionStatus;

  @Field(() => String, { description: 'The content as it was given.' })
  content!: string;

  @Field(() => SuggestionIntent, { nullable: true, description: 'What the content is for.' })
  intent!: SuggestionIntent | null;

  @Field(() => String, { description: 'The rewritten content, in Markdown.' })
  rewritten!: string;

  @Field(() => [FactClaim], { description: 'Its statements.' })
  factClaims!: FactClaim[];

  @Field(() => [String], {
    description:
      'What the text shows, of: named_author, credentials, first_hand_experience, original_data, cited_sources, dated_content, contact_information, balanced_comparison, limitations_stated.',
  })
  eeatSignals!: string[];

  @Field(() => ExpectedLift, { description: 'What it is expected to bring.' })
  expectedLift!: ExpectedLift;

  @Field(() => String, {
    description:
      'The platform that wrote it; `sandbox` where none did: the content’s own sentences, selected and put in order.',
  })
  source!: string;

  @Field(() => Boolean, {
    description: 'Whether the sandbox wrote it in the place of an engine.',
  })
  sandbox!: boolean;

  @Field(() => [ID], {
    nullable: true,
    description:
      'The prompts that it concerns, as they were named when it was applied or chosen then; null where none were named and there were too few to choose from: then all count, and there is no control.',
  })
  promptIds!: string[] | null;

  @Field(() => Uplift, {
    nullable: true,
    description: 'What it brought; null until 16 days after its application.',
  })
  uplift!: Uplift | null;

  @Field(() => Instant, { description: 'When it was asked for.' })
  createdAt!: Date;

  @Field(() => Instant, { nullable: true, description: 'When it was marked as applied.' })
  appliedAt!: Date | null;

  @Field(() => Instant, { nullable: true, description: 'When its effect was measured.' })
  measuredAt!: Date | null;
}

@ObjectType({ description: 'Suggestions, newest first.' })
export class SuggestionConnection extends createConnection(
  'Suggestion',
  Suggestion,
  'suggestion',
) {}

@InputType({ description: 'What to suggest a rewrite for.' })
export class CreateSuggestionInput {
  @Field(() => ID, { description: 'The brand that the content is about.' })
  brandId!: string;

  @Field(() => String, {
    description: 'The content: plain text, Markdown or HTML; at most 4,000 characters.',
  })
  content!: string;

  @Field(() => SuggestionIntent, { nullable: true, description: 'What the content is for.' })
  intent?: SuggestionIntent | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'Where the page stands among the sources of an answer, 1 to 5; left out, the median place of the brand’s own pages over 28 days counts, from ten answers that cite them.',
  })
  sourceRank?: number | null;
}

@InputType({ description: 'A suggestion that is in use now.' })
export class ApplySuggestionInput {
  @Field(() => ID, { description: 'The suggestion.' })
  suggestionId!: string;

  @Field(() => [ID], {
    nullable: true,
    description:
      'The prompts that it concerns, at most 200; the others are what it is compared with. Without any, the half is chosen that the text is nearest to, where there are enough.',
  })
  promptIds?: string[] | null;
}

@ObjectType({ description: 'A suggestion that was made or changed.' })
export class SuggestionPayload {
  @Field(() => Suggestion, { description: 'The suggestion.' })
  suggestion!: Suggestion;
}
