import { Field, ID, ObjectType } from 'type-graphql';
import { Stage } from './prompt.js';

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
