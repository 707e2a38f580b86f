import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { Instant } from './scalars.js';

export enum ApiKeyScope {
  READ = 'read',
  WRITE = 'write',
  ADMIN = 'admin',
}
registerEnumType(ApiKeyScope, {
  name: 'ApiKeyScope',
  description: 'A permission of an API key.',
  valuesConfig: {
    READ: { description: 'Read data.' },
    WRITE: { description: 'Read and change data, and start runs.' },
    ADMIN: { description: 'Everything, including API keys, webhooks and members.' },
  },
});

export enum ApiKeyFormat {
  SK = 'sk',
  SERVICE = 'service',
}
registerEnumType(ApiKeyFormat, {
  name: 'ApiKeyFormat',
  description: 'Format of an API key.',
  valuesConfig: {
    SK: { description: 'sk_live_… or sk_test_…, with the scopes chosen.' },
    SERVICE: { description: 'service_…, with the scopes read and write.' },
  },
});

export enum Environment {
  LIVE = 'live',
  TEST = 'test',
}
registerEnumType(Environment, {
  name: 'Environment',
  description: 'One of the two environments of an account. Their data never mix.',
  valuesConfig: {
    LIVE: { description: 'Production data.' },
    TEST: { description: 'Test data, answered by the sandbox.' },
  },
});

@ObjectType({ description: 'An API key. Its secret is shown once and never stored.' })
export class ApiKey {
  @Field(() => ID, { description: 'Unique id of the key.' })
  id!: string;

  @Field(() => ID, { description: 'Id of the user who created the key.' })
  userId!: string;

  @Field(() => String, { description: 'Name given by its creator.' })
  name!: string;

  @Field(() => ApiKeyFormat, { description: 'Format of the key.' })
  format!: ApiKeyFormat;

  @Field(() => Environment, {
    description: 'Environment whose data the key reads and writes. It never changes.',
  })
  environment!: Environment;

  @Field(() => String, { description: 'First characters of the key, to recognise it by.' })
  prefix!: string;

  @Field(() => [ApiKeyScope], { description: 'Scopes of the key.' })
  scopes!: ApiKeyScope[];

  @Field(() => Instant, { description: 'Time of creation.' })
  createdAt!: Date;

  @Field(() => Instant, {
    nullable: true,
    description: 'Time of expiry; null when the key does not expire.',
  })
  expiresAt!: Date | null;

  @Field(() => Instant, {
    nullable: true,
    description: 'Time of revocation; null when the key was not revoked.',
  })
  revokedAt!: Date | null;

  @Field(() => Instant, {
    nullable: true,
    description: 'Time of last use, to the minute; null when the key was never used.',
  })
  lastUsedAt!: Date | null;
}

@InputType({ description: 'An API key to create.' })
export class CreateApiKeyInput {
  @Field(() => String, { description: 'Name of the key, at most 200 characters.' })
  name!: string;

  @Field(() => [ApiKeyScope], {
    nullable: true,
    description: 'Scopes of the key. Default: read and write.',
  })
  scopes?: ApiKeyScope[] | null;

  @Field(() => Environment, {
    nullable: true,
    description: 'Environment of the key. Default: the caller’s environment.',
  })
  environment?: Environment | null;

  @Field(() => ApiKeyFormat, { nullable: true, description: 'Format of the key. Default: SK.' })
  format?: ApiKeyFormat | null;

  @Field(() => Instant, {
    nullable: true,
    description: 'Time of expiry. Default: the key does not expire.',
  })
  expiresAt?: Date | null;
}

@InputType({ description: 'The API key to rotate or revoke.' })
export class ApiKeyInput {
  @Field(() => ID, { description: 'Id of the key.' })
  id!: string;
}

@ObjectType({ description: 'The changed API key.' })
export class ApiKeyPayload {
  @Field(() => ApiKey, { description: 'The key after the change.' })
  apiKey!: ApiKey;
}

@ObjectType({ description: 'A new API key and its secret.' })
export class NewApiKeyPayload {
  @Field(() => ApiKey, { description: 'The new key.' })
  apiKey!: ApiKey;

  @Field(() => String, {
    nullable: true,
    description:
      'The full key, shown only once; null when a request is repeated under the same Idempotency-Key.',
  })
  secret!: string | null;
}
