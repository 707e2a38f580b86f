import { Authorized, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import {
  ApiKey,
  ApiKeyFormat,
  ApiKeyInput,
  ApiKeyPayload,
  ApiKeyScope,
  CreateApiKeyInput,
  NewApiKeyPayload,
} from '../schema/api-key.js';
import { User } from '../schema/me.js';
import { badInput } from '../src/errors.js';
import { type Context, requireCaller } from '../src/request/context.js';
import {
  createApiKey,
  type Environment,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
} from '../src/services/accounts/api-key.js';
import { InputArg } from './arguments.js';

/** A person looks after the keys of both environments; a key only sees its own. */
function environmentsOf(context: Context): Environment[] {
  const caller = requireCaller(context);
  return caller.via === 'session' ? ['live', 'test'] : [caller.environment];
}

@Resolver(() => ApiKey)
export class ApiKeyResolver {
  @Authorized('admin')
  @Query(() => [ApiKey], {
    description:
      'The account’s keys, newest first, ended ones too; at most 500 of each environment.',
  })
  apiKeys(@Ctx() context: Context) {
    return listApiKeys(context.deps, requireCaller(context).accountId, environmentsOf(context));
  }

  @Authorized('admin')
  @Mutation(() => NewApiKeyPayload, { description: 'Makes a key and shows its secret this once.' })
  createApiKey(
    @Ctx() context: Context,
    @InputArg(CreateApiKeyInput, 'What to make.') input: CreateApiKeyInput,
  ) {
    const caller = requireCaller(context);
    const environment = input.environment ?? caller.environment;
    if (!environmentsOf(context).includes(environment))
      throw badInput('environment', `must be ${caller.environment}, as the calling key is`);
    const fields = {
      name: input.name,
      scopes: input.scopes ?? [ApiKeyScope.READ, ApiKeyScope.WRITE],
      environment,
      format: input.format ?? ApiKeyFormat.SK,
      expiresAt: input.expiresAt ?? null,
    };
    return createApiKey(context.deps, caller, fields, context.idempotencyKey);
  }

  @Authorized('admin')
  @Mutation(() => NewApiKeyPayload, {
    description: 'Makes a new key in the place of one that goes on for 24 hours more.',
  })
  rotateApiKey(@Ctx() context: Context, @InputArg(ApiKeyInput, 'Which key.') { id }: ApiKeyInput) {
    return rotateApiKey(
      context.deps,
      requireCaller(context),
      environmentsOf(context),
      id,
      context.idempotencyKey,
    );
  }

  @Authorized('admin')
  @Mutation(() => ApiKeyPayload, { description: 'Ends a key within a second, everywhere.' })
  async revokeApiKey(
    @Ctx() context: Context,
    @InputArg(ApiKeyInput, 'Which key.') { id }: ApiKeyInput,
  ) {
    return {
      apiKey: await revokeApiKey(
        context.deps,
        requireCaller(context).accountId,
        environmentsOf(context),
        id,
      ),
    };
  }

  @FieldResolver(() => User, {
    nullable: true,
    description: 'Who made it; null once they are gone.',
  })
  createdBy(@Ctx() context: Context, @Root() apiKey: ApiKey) {
    return context.loaders().user.load(apiKey.userId);
  }
}
