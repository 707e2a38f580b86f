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
  description: 'Purpose of a content. It determines the order of the sections.',
  valuesConfig: {
    COMPARISON: { description: 'The evidence comes first.' },
    HOW_TO: { description: 'The content’s own numbered steps follow the answer.' },
    FAQ: { description: 'The questions come first.' },
    REVIEW: { description: 'The evidence comes first.' },
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
  description: 'Status of a suggestion.',
  valuesConfig: {
    PROPOSED: { description: 'The suggestion has not been applied.' },
    APPLIED: { description: 'The suggestion is in use. Its uplift has not been measured yet.' },
    SHOWN: {
      description:
        'Answers name the brand more often since the application, by more than chance explains.',
    },
    NOT_SHOWN: { description: 'The answers show no uplift, or are too few.' },
  },
});

@ObjectType({ description: 'Content rewritten for a brand, so that answer engines can cite it.' })
export class Suggestion {
  @Field(() => ID, { description: 'Unique id of the suggestion.' })
  id!: string;

  @Field(() => ID, { description: 'Id of the brand.' })
  brandId!: string;

  @Field(() => SuggestionStatus, { description: 'Status of the suggestion.' })
  status!: SuggestionStatus;

  @Field(() => String, { description: 'Original content.' })
  content!: string;

  @Field(() => SuggestionIntent, {
    nullable: true,
    description: 'Purpose of the content; null when none was given.',
  })
  intent!: SuggestionIntent | null;

  @Field(() => String, { description: 'Rewritten content, in Markdown.' })
  rewritten!: string;

  @Field(() => [FactClaim], { description: 'Statements of the rewritten content.' })
  factClaims!: FactClaim[];

  @Field(() => [String], {
    description:
      'E-E-A-T signals found in the text, out of: named_author, credentials, first_hand_experience, original_data, cited_sources, dated_content, contact_information, balanced_comparison, limitations_stated.',
  })
  eeatSignals!: string[];

  @Field(() => ExpectedLift, { description: 'Expected effect of the suggestion.' })
  expectedLift!: ExpectedLift;

  @Field(() => String, {
    description:
      'Id of the platform that wrote the text, or `sandbox` when the sandbox selected and ordered sentences of the content.',
  })
  source!: string;

  @Field(() => Boolean, {
    description: 'Whether the sandbox wrote the text in place of an engine.',
  })
  sandbox!: boolean;

  @Field(() => [ID], {
    nullable: true,
    description:
      'Ids of the prompts that the suggestion concerns, named by the caller or chosen when it was applied; null before, and when none were named and too few were available. With null, all prompts count and there is no control.',
  })
  promptIds!: string[] | null;

  @Field(() => Uplift, {
    nullable: true,
    description: 'Measured effect; null until 16 days after the application.',
  })
  uplift!: Uplift | null;

  @Field(() => Instant, { description: 'Time of the request.' })
  createdAt!: Date;

  @Field(() => Instant, {
    nullable: true,
    description: 'Time at which the suggestion was marked as applied; null until then.',
  })
  appliedAt!: Date | null;

  @Field(() => Instant, {
    nullable: true,
    description: 'Time at which the uplift was measured; null until then.',
  })
  measuredAt!: Date | null;
}

@ObjectType({ description: 'A page of suggestions, newest first.' })
export class SuggestionConnection extends createConnection(
  'Suggestion',
  Suggestion,
  'suggestion',
) {}

@InputType({ description: 'Content to rewrite for a brand.' })
export class CreateSuggestionInput {
  @Field(() => ID, { description: 'Id of the brand that the content is about.' })
  brandId!: string;

  @Field(() => String, {
    description: 'The content, as plain text, Markdown or HTML; at most 4,000 characters.',
  })
  content!: string;

  @Field(() => SuggestionIntent, {
    nullable: true,
    description: 'Purpose of the content. Without it, the answer comes first.',
  })
  intent?: SuggestionIntent | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'Rank of the page among the sources of an answer, 1 to 5. Default: the median rank of the brand’s own pages over 28 days, if at least ten answers cite them.',
  })
  sourceRank?: number | null;
}

@InputType({ description: 'A suggestion that is now in use.' })
export class ApplySuggestionInput {
  @Field(() => ID, { description: 'Id of the suggestion.' })
  suggestionId!: string;

  @Field(() => [ID], {
    nullable: true,
    description:
      'Ids of the prompts that the suggestion concerns, at most 200. The other prompts are the control. Default: the half of the prompts closest to the text, if there are enough.',
  })
  promptIds?: string[] | null;
}

@ObjectType({ description: 'The created or changed suggestion.' })
export class SuggestionPayload {
  @Field(() => Suggestion, { description: 'The suggestion after the change.' })
  suggestion!: Suggestion;
}
