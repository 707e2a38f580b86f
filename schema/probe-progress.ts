import { Field, ID, Int, ObjectType } from 'type-graphql';
import { AnswerStatus } from './answer.js';
import { EngineErrorCode } from './engine-error.js';
import { ProbeRun } from './probe-run.js';

@ObjectType({ description: 'Progress of one platform in a run.' })
export class PlatformProgress {
  @Field(() => String, { description: 'Id of the platform, such as chatgpt.' })
  platform!: string;

  @Field(() => Int, { description: 'Number of answers expected from the platform.' })
  expected!: number;

  @Field(() => Int, { description: 'Number of answers received.' })
  answered!: number;

  @Field(() => Int, { description: 'Number of failed answers.' })
  failed!: number;

  @Field(() => Int, { description: 'Number of answers that name the brand.' })
  mentions!: number;
}

@ObjectType({ description: 'The answer that a step of a run stored.' })
export class ProgressAnswer {
  @Field(() => String, { description: 'Id of the platform, such as chatgpt.' })
  platform!: string;

  @Field(() => ID, { description: 'Id of the prompt.' })
  promptId!: string;

  @Field(() => Int, { description: 'Index of the sample of the prompt in the run, from 0.' })
  repeat!: number;

  @Field(() => AnswerStatus, { description: 'Whether the engine returned an answer.' })
  status!: AnswerStatus;

  @Field(() => Boolean, { description: 'Whether the answer names the brand.' })
  mentioned!: boolean;

  @Field(() => EngineErrorCode, {
    nullable: true,
    description: 'Reason for the failure; null when the engine answered.',
  })
  errorCode!: EngineErrorCode | null;
}

@ObjectType({
  description:
    'State of a run after a step. The first event is the state at the time of subscribing; the last one has a final status.',
})
export class ProbeRunProgress {
  @Field(() => Int, { description: 'Number that increases with every step of the run.' })
  sequence!: number;

  @Field(() => ProbeRun, { description: 'The run after the step.' })
  probeRun!: ProbeRun;

  @Field(() => [PlatformProgress], { description: 'Progress of each platform after the step.' })
  platforms!: PlatformProgress[];

  @Field(() => ProgressAnswer, {
    nullable: true,
    description:
      'The answer stored by the step; null in the first event, and when only the status changed.',
  })
  answer!: ProgressAnswer | null;
}
