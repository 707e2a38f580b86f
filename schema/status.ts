import { Field, Float, Int, ObjectType } from 'type-graphql';
import { DatabaseCheck, ServiceStatus } from './health.js';

@ObjectType({ description: 'Whether an engine answers.' })
export class EngineStatus {
  @Field(() => String, { description: 'Its platform, such as chatgpt.' })
  platform!: string;

  @Field(() => String, { description: 'Its name for people.' })
  name!: string;

  @Field(() => Boolean, { description: 'Whether it can be reached and takes the key.' })
  ok!: boolean;

  @Field(() => Float, {
    description: 'How long it took to find out, in milliseconds, also if it failed.',
  })
  latencyMs!: number;
}

@ObjectType({ description: 'The configured engines.' })
export class EnginesStatus {
  @Field(() => Int, { description: 'How many of them answer.' })
  up!: number;

  @Field(() => Int, { description: 'How many are configured.' })
  total!: number;

  @Field(() => Float, { description: 'Their share that answers, 0 to 1; 0 if none is configured.' })
  upRate!: number;

  @Field(() => [EngineStatus], { description: 'Each of them.' })
  platforms!: EngineStatus[];
}

@ObjectType({ description: 'The database and the engines, at most 60 seconds old.' })
export class Status {
  @Field(() => ServiceStatus, {
    description:
      'ok; degraded while an engine does not answer or none is configured; down without the database.',
  })
  status!: ServiceStatus;

  @Field(() => Boolean, { description: 'Whether the sandbox answers in place of real engines.' })
  sandbox!: boolean;

  @Field(() => DatabaseCheck, { description: 'The database.' })
  db!: DatabaseCheck;

  @Field(() => EnginesStatus, { description: 'The engines of live data.' })
  llms!: EnginesStatus;
}
