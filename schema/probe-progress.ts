import { Field, ID, Int, ObjectType } from 'type-graphql';
import { AnswerStatus } from './answer.js';
import { EngineErrorCode } from './engine-error.js';
import { ProbeRun } from './probe-run.js';

@ObjectType({ description: 'How far one platform of a run is.' })
export class PlatformProgress {
  @Field(() => String, { description: 'The platform.' })
  platform!: string;

  @Field(() => Int, { description: 'Answers it is asked for.' })
  expected!: number;

  @Field(() => Int, { description: 'Answers that came.' })
  answered!: number;

  @Field(() => Int, { description: 'Answers that could not be had.' })
  failed!: number;

  @Field(() => Int, { description: 'Answers that name the brand.' })
  mentions!: number;
}

@ObjectType({ description: 'The answer that made a step.' })
export class ProgressAnswer {
  @Field(() => String, { description: 'The platform.' })
  platform!: string;

  @Field(() => ID, { description: 'The prompt.' })
  promptId!: string;

  @Field(() => Int, { description: 'Which sample of the prompt, from 0.' })
  repeat!: number;

  @Field(() => AnswerStatus, { description: 'Whether it came.' })
  status!: AnswerStatus;

  @Field(() => Boolean, { description: 'Whether it names the brand.' })
  mentioned!: boolean;

  @Field(() => EngineErrorCode, { nullable: true, description: 'Why it did not come.' })
  errorCode!: EngineErrorCode | null;
}

@ObjectType({
  description:
    'Where a run stands after a step. The first event is the state on subscribing; the last one has an ended status.',
})
export class ProbeRunProgress {
  @Field(() => Int, { description: 'Grows with every step of the run.' })
  sequence!: number;

  @Field(() => ProbeRun, { description: 'The whole run at this step.' })
  probeRun!: ProbeRun;

  @Field(() => [PlatformProgress], { description: 'Each platform at this step.' })
  platforms!: PlatformProgress[];

  @Field(() => ProgressAnswer, {
    nullable: true,
    description:
      'The answer that made the step; null in the snapshot and when only the status changed.',
  })
  answer!: ProgressAnswer | null;
}
