import { Field, Float, Int, ObjectType } from 'type-graphql';
import { DatabaseCheck, ServiceStatus } from './health.js';

@ObjectType({ description: 'Availability of an engine.' })
export class EngineStatus {
  @Field(() => String, { description: 'Id of the platform, such as chatgpt.' })
  platform!: string;

  @Field(() => String, { description: 'Display name of the platform.' })
  name!: string;

  @Field(() => Boolean, {
    description: 'Whether the engine is reachable and accepts the server’s credential.',
  })
  ok!: boolean;

  @Field(() => Float, {
    description: 'Duration of the check in milliseconds, also when it failed.',
  })
  latencyMs!: number;
}

@ObjectType({ description: 'Availability of the configured engines.' })
export class EnginesStatus {
  @Field(() => Int, { description: 'Number of engines that are available.' })
  up!: number;

  @Field(() => Int, { description: 'Number of engines that are configured.' })
  total!: number;

  @Field(() => Float, {
    description:
      'Share of the configured engines that are available, from 0 to 1; 0 when none is configured.',
  })
  upRate!: number;

  @Field(() => [EngineStatus], { description: 'Availability of each configured engine.' })
  platforms!: EngineStatus[];
}

@ObjectType({ description: 'Status of the database and the engines, at most 60 seconds old.' })
export class Status {
  @Field(() => ServiceStatus, {
    description:
      'OK; DEGRADED while an engine is unavailable or none is configured; DOWN without the database.',
  })
  status!: ServiceStatus;

  @Field(() => Boolean, { description: 'Whether the sandbox answers in place of live engines.' })
  sandbox!: boolean;

  @Field(() => DatabaseCheck, { description: 'Check of the database.' })
  db!: DatabaseCheck;

  @Field(() => EnginesStatus, { description: 'Engines of the live environment.' })
  llms!: EnginesStatus;
}
