import { Field, Float, ObjectType, registerEnumType } from 'type-graphql';
import { Instant } from './scalars.js';

export enum ServiceStatus {
  OK = 'ok',
  DEGRADED = 'degraded',
  DOWN = 'down',
}
registerEnumType(ServiceStatus, {
  name: 'ServiceStatus',
  description: 'How the service does.',
  valuesConfig: {
    OK: { description: 'All of it works.' },
    DEGRADED: { description: 'Some of it fails.' },
    DOWN: { description: 'The database is out of reach.' },
  },
});

@ObjectType({ description: 'Whether the database answers.' })
export class DatabaseCheck {
  @Field(() => Boolean, { description: 'Whether it answered.' })
  ok!: boolean;

  @Field(() => Float, { description: 'How long it took, in milliseconds.' })
  latencyMs!: number;
}

@ObjectType({ description: 'What was checked.' })
export class HealthChecks {
  @Field(() => DatabaseCheck, { description: 'The database.' })
  db!: DatabaseCheck;
}

@ObjectType({ description: 'The service’s own health, at most 30 seconds old.' })
export class Health {
  @Field(() => ServiceStatus, { description: 'How it does.' })
  status!: ServiceStatus;

  @Field(() => String, { description: 'The service’s name.' })
  service!: string;

  @Field(() => String, { description: 'The build.' })
  version!: string;

  @Field(() => String, { description: 'The environment it runs in.' })
  env!: string;

  @Field(() => String, { description: 'The region it runs in.' })
  region!: string;

  @Field(() => Instant, { description: 'When it was checked.' })
  timestamp!: Date;

  @Field(() => HealthChecks, { description: 'What was checked.' })
  checks!: HealthChecks;

  @Field(() => Float, { description: 'How long the check took, in milliseconds.' })
  tookMs!: number;
}
