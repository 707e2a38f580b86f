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

/** Sessions manage the keys of both environments; a key sees only its own environment. */
function environmentsOf(context: Context): Environment[] {
  const caller = requireCaller(context);
  return caller.via === 'session' ? ['live', 'test'] : [caller.environment];
}

@Resolver(() => ApiKey)
export class ApiKeyResolver {
  @Authorized('admin')
  @Query(() => [ApiKey], {
    description:
      'API keys of the account, newest first, including revoked and expired ones; at most 500 per environment.',
  })
  apiKeys(@Ctx() context: Context) {
    return listApiKeys(context.deps, requireCaller(context).accountId, environmentsOf(context));
  }

  @Authorized('admin')
  @Mutation(() => NewApiKeyPayload, {
    description: 'Creates an API key. Its secret is shown only once.',
  })
  createApiKey(
    @Ctx() context: Context,
    @InputArg(CreateApiKeyInput, 'The key to create.') input: CreateApiKeyInput,
  ) {
    const caller = requireCaller(context);
    const environment = input.environment ?? caller.environment;
    if (!environmentsOf(context).includes(environment))
      throw badInput(
        'environment',
        `must be ${caller.environment}, the environment of the calling key`,
      );
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
    description:
      'Creates a replacement for an API key. The old key remains valid for 24 hours, or until it expires.',
  })
  rotateApiKey(
    @Ctx() context: Context,
    @InputArg(ApiKeyInput, 'The key to rotate.') { id }: ApiKeyInput,
  ) {
    return rotateApiKey(
      context.deps,
      requireCaller(context),
      environmentsOf(context),
      id,
      context.idempotencyKey,
    );
  }

  @Authorized('admin')
  @Mutation(() => ApiKeyPayload, {
    description:
      'Revokes an API key. The revocation takes effect in all processes within a second.',
  })
  async revokeApiKey(
    @Ctx() context: Context,
    @InputArg(ApiKeyInput, 'The key to revoke.') { id }: ApiKeyInput,
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
    description: 'User who created the key; null when the user was deleted.',
  })
  createdBy(@Ctx() context: Context, @Root() apiKey: ApiKey) {
    return context.loaders().user.load(apiKey.userId);
  }
}
