import { Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Instant } from './scalars.js';

@ObjectType({ description: 'A prompt of a run, as it was when the run was started.' })
export class RunPrompt {
  @Field(() => ID, { description: 'Id of the prompt.' })
  promptId!: string;

  @Field(() => String, { description: 'Text of the prompt.' })
  text!: string;

  @Field(() => Stage, { description: 'Funnel stage of the prompt.' })
  stage!: Stage;

  @Field(() => Boolean, { description: 'Whether the prompt itself names the brand.' })
  branded!: boolean;
}

export enum Stage {
  AWARENESS = 'awareness',
  INTEREST = 'interest',
  DESIRE = 'desire',
  ACTION = 'action',
}
registerEnumType(Stage, {
  name: 'Stage',
  description: 'Stage of the AIDA funnel.',
  valuesConfig: {
    AWARENESS: { description: 'The prompt names a problem or asks what a category is.' },
    INTEREST: {
      description: 'The prompt asks how to do something, for features, or how to choose.',
    },
    DESIRE: { description: 'The prompt compares, or asks for the best or for reviews.' },
    ACTION: { description: 'The prompt asks to buy, book, sign up or download.' },
  },
});

export enum Classifier {
  GIVEN = 'given',
  RULES_V1 = 'rules-v1',
  JUDGE = 'judge',
}
registerEnumType(Classifier, {
  name: 'Classifier',
  description: 'Source of a prompt’s stage.',
  valuesConfig: {
    GIVEN: { description: 'A person chose the stage.' },
    RULES_V1: { description: 'Rules derived the stage from the words of the prompt.' },
    JUDGE: { description: 'A model chose the stage, because the words were ambiguous.' },
  },
});

@ObjectType({ description: 'A question that platforms are asked.' })
export class Prompt {
  @Field(() => ID, { description: 'Unique id of the prompt.' })
  id!: string;

  @Field(() => ID, { description: 'Id of the pack that contains the prompt.' })
  packId!: string;

  @Field(() => String, { description: 'Text of the prompt.' })
  text!: string;

  @Field(() => Stage, { description: 'Funnel stage of the prompt.' })
  stage!: Stage;

  @Field(() => Classifier, { description: 'Source of the stage.' })
  classifier!: Classifier;

  @Field(() => Float, {
    nullable: true,
    description:
      'Confidence in the stage, from 0 to 1: 1 divided by the number of stages whose words occur, or the share of the judge’s votes; null when a person chose the stage.',
  })
  stageConfidence!: number | null;

  @Field(() => [String], { description: 'Free-form labels.' })
  tags!: string[];

  @Field(() => String, {
    nullable: true,
    description: 'Country the prompt is asked for, as an ISO 3166-1 code; null for none.',
  })
  country!: string | null;

  @Field(() => String, { description: 'Language of the prompt, as a BCP 47 tag.' })
  language!: string;

  @Field(() => Boolean, { description: 'Whether runs ask the prompt.' })
  enabled!: boolean;

  @Field(() => Instant, { description: 'Time of creation.' })
  createdAt!: Date;
}

@ObjectType({ description: 'A set of prompts that are asked together.' })
export class PromptPack {
  @Field(() => ID, { description: 'Unique id of the pack.' })
  id!: string;

  @Field(() => String, { description: 'Name of the pack.' })
  name!: string;

  @Field(() => ID, {
    nullable: true,
    description:
      'Id of the brand that the pack belongs to; null for a pack that any brand may be asked.',
  })
  brandId!: string | null;

  @Field(() => Boolean, {
    description:
      'Whether the pack is bound to the account. Runs of every brand then ask it unless they specify another pack.',
  })
  isBound!: boolean;

  @Field(() => Instant, { description: 'Time of creation.' })
  createdAt!: Date;
}

@InputType({ description: 'A prompt to create.' })
export class PromptInput {
  @Field(() => String, { description: 'Text of the prompt, at most 4,000 characters.' })
  text!: string;

  @Field(() => Stage, {
    nullable: true,
    description: 'Funnel stage. Default: derived from the words of the prompt.',
  })
  stage?: Stage | null;

  @Field(() => [String], { nullable: true, description: 'Labels, at most 20.' })
  tags?: string[] | null;

  @Field(() => String, {
    nullable: true,
    description: 'Country to ask the prompt for, two capital letters. Default: none.',
  })
  country?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Language of the prompt, as a BCP 47 tag. Default: the brand’s language, or en for a pack without a brand.',
  })
  language?: string | null;
}

@InputType({ description: 'A pack to create that belongs to no brand.' })
export class CreatePromptPackInput {
  @Field(() => String, { description: 'Name of the pack, at most 200 characters.' })
  name!: string;

  @Field(() => [PromptInput], { nullable: true, description: 'Initial prompts, at most 200.' })
  prompts?: PromptInput[] | null;
}

@InputType({ description: 'Changes to a pack. Omitted fields remain unchanged.' })
export class UpdatePromptPackInput {
  @Field(() => ID, { description: 'Id of the pack.' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'New name, at most 200 characters.' })
  name?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'True binds the pack to the account and replaces the bound pack; false unbinds it. A brand’s own pack cannot be bound.',
  })
  isBound?: boolean | null;
}

@InputType({ description: 'A prompt to create in a pack.' })
export class CreatePromptInput extends PromptInput {
  @Field(() => ID, {
    nullable: true,
    description: 'Id of the pack. Default: the brand’s own pack.',
  })
  packId?: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Id of the brand whose own pack receives the prompt, when `packId` is omitted.',
  })
  brandId?: string | null;
}

@InputType({ description: 'Prompts to add to a pack. Either all are added or none.' })
export class AddPromptsInput {
  @Field(() => ID, {
    nullable: true,
    description: 'Id of the pack. Default: the brand’s own pack.',
  })
  packId?: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Id of the brand whose own pack receives the prompts, when `packId` is omitted.',
  })
  brandId?: string | null;

  @Field(() => [PromptInput], {
    description:
      'Prompts to add, 1 to 200. Prompts whose text the pack already contains are skipped.',
  })
  prompts!: PromptInput[];
}

@InputType({ description: 'Changes to a prompt. Omitted fields remain unchanged.' })
export class UpdatePromptInput {
  @Field(() => ID, { description: 'Id of the prompt.' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'New text, at most 4,000 characters.' })
  text?: string | null;

  @Field(() => Stage, { nullable: true, description: 'New funnel stage.' })
  stage?: Stage | null;

  @Field(() => [String], { nullable: true, description: 'Complete new list of labels.' })
  tags?: string[] | null;

  @Field(() => String, { nullable: true, description: 'New country; null removes it.' })
  country?: string | null;

  @Field(() => String, { nullable: true, description: 'New language, as a BCP 47 tag.' })
  language?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether runs ask the prompt.' })
  enabled?: boolean | null;
}

@InputType({ description: 'The prompt to delete.' })
export class DeletePromptInput {
  @Field(() => ID, { description: 'Id of the prompt.' })
  id!: string;
}

@ObjectType({ description: 'The created or changed pack.' })
export class PromptPackPayload {
  @Field(() => PromptPack, { description: 'The pack after the change.' })
  promptPack!: PromptPack;
}

@ObjectType({ description: 'The pack with the prompts that were added.' })
export class AddPromptsPayload extends PromptPackPayload {
  @Field(() => Int, {
    description: 'Number of prompts added, without those that the pack already contained.',
  })
  added!: number;
}

@ObjectType({ description: 'The created or changed prompt.' })
export class PromptPayload {
  @Field(() => Prompt, { description: 'The prompt after the change.' })
  prompt!: Prompt;
}

@ObjectType({ description: 'The deleted prompt.' })
export class DeletePromptPayload {
  @Field(() => ID, { description: 'Id of the deleted prompt. Its answers remain.' })
  id!: string;
}
