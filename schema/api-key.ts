import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { Instant } from './scalars.js';

export enum ApiKeyScope {
  READ = 'read',
  WRITE = 'write',
  ADMIN = 'admin',
}
registerEnumType(ApiKeyScope, {
  name: 'ApiKeyScope',
  description: 'What a key may do.',
  valuesConfig: {
    READ: { description: 'Read.' },
    WRITE: { description: 'Read and change data, start runs.' },
    ADMIN: { description: 'All, keys and members too.' },
  },
});

export enum ApiKeyFormat {
  SK = 'sk',
  SERVICE = 'service',
}
registerEnumType(ApiKeyFormat, {
  name: 'ApiKeyFormat',
  description: 'How a key is written.',
  valuesConfig: {
    SK: { description: 'sk_live_… or sk_test_…, with scopes.' },
    SERVICE: { description: 'service_…, which reads and writes.' },
  },
});

export enum Environment {
  LIVE = 'live',
  TEST = 'test',
}
registerEnumType(Environment, {
  name: 'Environment',
  description: 'One of two environments whose data never mix.',
  valuesConfig: {
    LIVE: { description: 'Real data.' },
    TEST: { description: 'Sandbox data.' },
  },
});

@ObjectType({ description: 'An API key. Its secret is shown once and never stored.' })
export class ApiKey {
  @Field(() => ID, { description: 'Its id.' })
  id!: string;

  @Field(() => ID, { description: 'The user who made it.' })
  userId!: string;

  @Field(() => String, { description: 'What it is for, in its maker’s words.' })
  name!: string;

  @Field(() => ApiKeyFormat, { description: 'How it is written.' })
  format!: ApiKeyFormat;

  @Field(() => Environment, { description: 'The environment it belongs to, for life.' })
  environment!: Environment;

  @Field(() => String, { description: 'How it begins.' })
  prefix!: string;

  @Field(() => [ApiKeyScope], { description: 'What it may do.' })
  scopes!: ApiKeyScope[];

  @Field(() => Instant, { description: 'When it was made.' })
  createdAt!: Date;

  @Field(() => Instant, { nullable: true, description: 'When it ends; null for never.' })
  expiresAt!: Date | null;

  @Field(() => Instant, { nullable: true, description: 'When it was revoked.' })
  revokedAt!: Date | null;

  @Field(() => Instant, { nullable: true, description: 'When it was last used, to the minute.' })
  lastUsedAt!: Date | null;
}

@InputType({ description: 'A key to be made.' })
export class CreateApiKeyInput {
  @Field(() => String, { description: 'What it is for; at most 200 characters.' })
  name!: string;

  @Field(() => [ApiKeyScope], {
    nullable: true,
    description: 'What it may do; read and write unless given.',
  })
  scopes?: ApiKeyScope[] | null;

  @Field(() => Environment, {
    nullable: true,
    description: 'Its environment; the caller’s own unless given.',
  })
  environment?: Environment | null;

  @Field(() => ApiKeyFormat, { nullable: true, description: 'How it is written; SK unless given.' })
  format?: ApiKeyFormat | null;

  @Field(() => Instant, { nullable: true, description: 'When it ends; never unless given.' })
  expiresAt?: Date | null;
}

@InputType({ description: 'A key to act on.' })
export class ApiKeyInput {
  @Field(() => ID, { description: 'The key.' })
  id!: string;
}

@ObjectType({ description: 'The key as it is now.' })
export class ApiKeyPayload {
  @Field(() => ApiKey, { description: 'The key.' })
  apiKey!: ApiKey;
}

@ObjectType({ description: 'A new key with its secret.' })
export class NewApiKeyPayload {
  @Field(() => ApiKey, { description: 'The key.' })
  apiKey!: ApiKey;

  @Field(() => String, {
    nullable: true,
    description: 'The whole key, shown this once; null when an earlier answer is repeated.',
  })
  secret!: string | null;
}
