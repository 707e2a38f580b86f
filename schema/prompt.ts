import { Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Instant } from './scalars.js';

@ObjectType({ description: 'A prompt as a run asks it: as it stood when the run was started.' })
export class RunPrompt {
  @Field(() => ID, { description: 'The prompt.' })
  promptId!: string;

  @Field(() => String, { description: 'The question.' })
  text!: string;

  @Field(() => Stage, { description: 'Its funnel stage.' })
  stage!: Stage;

  @Field(() => Boolean, { description: 'Whether it names the brand itself.' })
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
  description: 'Where in the AIDA funnel a prompt is asked.',
  valuesConfig: {
    AWARENESS: { description: 'Names a problem or asks what a category is.' },
    INTEREST: { description: 'Asks how to, for features, or how to choose.' },
    DESIRE: { description: 'Compares, asks for the best or for reviews.' },
    ACTION: { description: 'Wants to buy, book, sign up or download.' },
  },
});

export enum Classifier {
  GIVEN = 'given',
  RULES_V1 = 'rules-v1',
  JUDGE = 'judge',
}
registerEnumType(Classifier, {
  name: 'Classifier',
  description: 'Who chose the stage of a prompt.',
  valuesConfig: {
    GIVEN: { description: 'A person.' },
    RULES_V1: { description: 'The words of the prompt.' },
    JUDGE: { description: 'A model, where the words left it open.' },
  },
});

@ObjectType({ description: 'A question that is asked of platforms.' })
export class Prompt {
  @Field(() => ID, { description: 'Its id.' })
  id!: string;

  @Field(() => ID, { description: 'The pack it belongs to.' })
  packId!: string;

  @Field(() => String, { description: 'The question.' })
  text!: string;

  @Field(() => Stage, { description: 'Its funnel stage.' })
  stage!: Stage;

  @Field(() => Classifier, { description: 'Who chose the stage.' })
  classifier!: Classifier;

  @Field(() => Float, {
    nullable: true,
    description:
      'From 0 to 1: 1 over the stages whose words occur, or the share of the judge’s votes; null when given.',
  })
  stageConfidence!: number | null;

  @Field(() => [String], { description: 'Free labels.' })
  tags!: string[];

  @Field(() => String, { nullable: true, description: 'The country it is asked for, ISO 3166-1.' })
  country!: string | null;

  @Field(() => String, { description: 'Its language, BCP 47.' })
  language!: string;

  @Field(() => Boolean, { description: 'Whether runs ask it.' })
  enabled!: boolean;

  @Field(() => Instant, { description: 'When it was made.' })
  createdAt!: Date;
}

@ObjectType({ description: 'Prompts that are asked together.' })
export class PromptPack {
  @Field(() => ID, { description: 'Its id.' })
  id!: string;

  @Field(() => String, { description: 'Its name.' })
  name!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'The brand whose own it is; null for one that any brand may be asked.',
  })
  brandId!: string | null;

  @Field(() => Boolean, {
    description:
      'Whether the account has bound it to itself: runs of every brand then ask it, unless they name another.',
  })
  isBound!: boolean;

  @Field(() => Instant, { description: 'When it was made.' })
  createdAt!: Date;
}

@InputType({ description: 'A question to be asked.' })
export class PromptInput {
  @Field(() => String, { description: 'The question; at most 4,000 characters.' })
  text!: string;

  @Field(() => Stage, {
    nullable: true,
    description: 'Its funnel stage; found from its words unless given.',
  })
  stage?: Stage | null;

  @Field(() => [String], { nullable: true, description: 'At most 20 labels.' })
  tags?: string[] | null;

  @Field(() => String, {
    nullable: true,
    description: 'The country it is asked for, two capital letters; none unless given.',
  })
  country?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'A language tag, BCP 47; unless given the brand’s, or en for a pack of no brand’s.',
  })
  language?: string | null;
}

@InputType({ description: 'A pack to be made, of no brand’s own.' })
export class CreatePromptPackInput {
  @Field(() => String, { description: 'Its name; at most 200 characters.' })
  name!: string;

  @Field(() => [PromptInput], { nullable: true, description: 'Its first prompts; at most 200.' })
  prompts?: PromptInput[] | null;
}

@InputType({ description: 'What to change of a pack; what is left out stays.' })
export class UpdatePromptPackInput {
  @Field(() => ID, { description: 'The pack.' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'A new name; at most 200 characters.' })
  name?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'True binds it to the account in place of the pack that is bound; false unbinds it. A brand’s own pack cannot be bound.',
  })
  isBound?: boolean | null;
}

@InputType({ description: 'A prompt to be made.' })
export class CreatePromptInput extends PromptInput {
  @Field(() => ID, { nullable: true, description: 'The pack; the brand’s own unless given.' })
  packId?: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'The brand whose own pack it goes to, where no pack is given.',
  })
  brandId?: string | null;
}

@InputType({ description: 'Prompts to be added to a pack, all or none.' })
export class AddPromptsInput {
  @Field(() => ID, { nullable: true, description: 'The pack; the brand’s own unless given.' })
  packId?: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'The brand whose own pack they go to, where no pack is given.',
  })
  brandId?: string | null;

  @Field(() => [PromptInput], {
    description: 'The prompts, 1 to 200. Those whose questions the pack has are not added again.',
  })
  prompts!: PromptInput[];
}

@InputType({ description: 'What to change of a prompt; what is left out stays.' })
export class UpdatePromptInput {
  @Field(() => ID, { description: 'The prompt.' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'A new question.' })
  text?: string | null;

  @Field(() => Stage, { nullable: true, description: 'A new stage.' })
  stage?: Stage | null;

  @Field(() => [String], { nullable: true, description: 'All labels anew.' })
  tags?: string[] | null;

  @Field(() => String, { nullable: true, description: 'A new country; null removes it.' })
  country?: string | null;

  @Field(() => String, { nullable: true, description: 'A new language.' })
  language?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether runs ask it.' })
  enabled?: boolean | null;
}

@InputType({ description: 'The prompt to be deleted.' })
export class DeletePromptInput {
  @Field(() => ID, { description: 'The prompt.' })
  id!: string;
}

@ObjectType({ description: 'The pack as it is now.' })
export class PromptPackPayload {
  @Field(() => PromptPack, { description: 'The pack.' })
  promptPack!: PromptPack;
}

@ObjectType({ description: 'The pack with the prompts that were added.' })
export class AddPromptsPayload extends PromptPackPayload {
  @Field(() => Int, { description: 'How many were added: those that the pack lacked.' })
  added!: number;
}

@ObjectType({ description: 'The prompt as it is now.' })
export class PromptPayload {
  @Field(() => Prompt, { description: 'The prompt.' })
  prompt!: Prompt;
}

@ObjectType({ description: 'What was deleted.' })
export class DeletePromptPayload {
  @Field(() => ID, { description: 'The id it had. Its answers stay.' })
  id!: string;
}
