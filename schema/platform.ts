import { Field, ObjectType, registerEnumType } from 'type-graphql';

export enum PlatformStatus {
  CONFIGURED = 'configured',
  UNCONFIGURED = 'unconfigured',
  PLANNED = 'planned',
}
registerEnumType(PlatformStatus, {
  name: 'PlatformStatus',
  description: 'Whether a platform can be asked.',
  valuesConfig: {
    CONFIGURED: { description: 'Yes.' },
    UNCONFIGURED: { description: 'Not until the operator gives it a key or an address.' },
    PLANNED: { description: 'Planned; usable once the operator gives it an address.' },
  },
});

@ObjectType({ description: 'An AI answer engine.' })
export class Platform {
  @Field(() => String, { description: 'Its identifier, such as chatgpt.' })
  platform!: string;

  @Field(() => String, { description: 'Its name for people.' })
  name!: string;

  @Field(() => PlatformStatus, { description: 'Whether it can be asked.' })
  status!: PlatformStatus;

  @Field(() => Boolean, { description: 'Whether the sandbox answers for it.' })
  sandbox!: boolean;

  @Field(() => String, { description: 'The model that is asked.' })
  model!: string;
}
