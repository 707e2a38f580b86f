import { Field, Float, ObjectType, registerEnumType } from 'type-graphql';
import { Instant } from './scalars.js';

export enum ServiceStatus {
  OK = 'ok',
  DEGRADED = 'degraded',
  DOWN = 'down',
}
registerEnumType(ServiceStatus, {
  name: 'ServiceStatus',
  description: 'Status of the service.',
  valuesConfig: {
    OK: { description: 'Every part works.' },
    DEGRADED: { description: 'Some parts fail.' },
    DOWN: { description: 'The database is unreachable.' },
  },
});

@ObjectType({ description: 'Result of a check of the database.' })
export class DatabaseCheck {
  @Field(() => Boolean, {
    description: 'Whether the database answered, accepts writes and has disk space.',
  })
  ok!: boolean;

  @Field(() => Float, { description: 'Duration of the check, in milliseconds.' })
  latencyMs!: number;
}

@ObjectType({ description: 'Results of the single checks.' })
export class HealthChecks {
  @Field(() => DatabaseCheck, { description: 'Check of the database.' })
  db!: DatabaseCheck;
}

@ObjectType({ description: 'Health of the service, at most 30 seconds old.' })
export class Health {
  @Field(() => ServiceStatus, { description: 'Status of the service: OK or DOWN.' })
  status!: ServiceStatus;

  @Field(() => String, { description: 'Name of the service.' })
  service!: string;

  @Field(() => String, {
    description: 'Release, followed by the commit where it is known, such as 0.1.0+1f0c2b7d9a3e.',
  })
  version!: string;

  @Field(() => String, { description: 'Deployment environment of the server.' })
  env!: string;

  @Field(() => String, { description: 'Region of the server.' })
  region!: string;

  @Field(() => Instant, { description: 'Time of the check.' })
  timestamp!: Date;

  @Field(() => HealthChecks, { description: 'Results of the single checks.' })
  checks!: HealthChecks;

  @Field(() => Float, { description: 'Total duration of the check, in milliseconds.' })
  tookMs!: number;
}
