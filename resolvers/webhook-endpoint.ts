import { Authorized, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import {
  CreateWebhookEndpointInput,
  DeleteWebhookEndpointPayload,
  UpdateWebhookEndpointInput,
  WebhookDeliverySummary,
  WebhookEndpoint,
  WebhookEndpointInput,
  WebhookEndpointPayload,
  WebhookEventKind,
  WebhookSecretPayload,
} from '../schema/webhook-endpoint.js';
import { type Context, tenantOf } from '../src/request/context.js';
import {
  checkWebhookEndpoint,
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  listEventKinds,
  listWebhookEndpoints,
  rotateWebhookSecret,
  updateWebhookEndpoint,
} from '../src/services/webhooks/webhook-endpoint.js';
import { InputArg } from './arguments.js';
import { limited } from './limited.js';

const NOTHING_SENT = {
  delivered: 0,
  exhausted: 0,
  pending: 0,
  retrying: 0,
  lastCreatedAt: null,
  lastDeliveredAt: null,
};

@Resolver(() => WebhookEndpoint)
export class WebhookEndpointResolver {
  @Authorized('admin')
  @Query(() => [WebhookEndpoint], { description: 'The endpoints, newest first; at most 10.' })
  webhookEndpoints(@Ctx() context: Context) {
    return listWebhookEndpoints(context.deps, tenantOf(context));
  }

  @Authorized('admin')
  @Query(() => [WebhookEventKind], { description: 'All kinds of events that are sent.' })
  webhookEventKinds() {
    return listEventKinds();
  }

  @Authorized('admin')
  @Mutation(() => WebhookSecretPayload, {
    description: 'Makes an endpoint and shows its secret this once.',
  })
  createWebhookEndpoint(
    @Ctx() context: Context,
    @InputArg(CreateWebhookEndpointInput, 'What to make.') {
      url,
      events,
      description = null,
    }: CreateWebhookEndpointInput,
  ) {
    const { deps, idempotencyKey } = context;
    const input = { url, events, description };
    checkWebhookEndpoint(deps, input);
    return limited(context, 'v1', () =>
      createWebhookEndpoint(deps, tenantOf(context), input, idempotencyKey),
    );
  }

  @Authorized('admin')
  @Mutation(() => WebhookEndpointPayload, { description: 'Changes an endpoint.' })
  async updateWebhookEndpoint(
    @Ctx() context: Context,
    @InputArg(UpdateWebhookEndpointInput, 'What to change.') {
      id,
      ...change
    }: UpdateWebhookEndpointInput,
  ) {
    return {
      webhookEndpoint: await updateWebhookEndpoint(context.deps, tenantOf(context), id, change),
    };
  }

  @Authorized('admin')
  @Mutation(() => WebhookSecretPayload, {
    description:
      'Makes a new secret; the one before it signs beside it for 24 hours more, and so do up to four before that.',
  })
  rotateWebhookSecret(
    @Ctx() context: Context,
    @InputArg(WebhookEndpointInput, 'Whose secret.') { id }: WebhookEndpointInput,
  ) {
    return rotateWebhookSecret(context.deps, tenantOf(context), id, context.idempotencyKey);
  }

  @Authorized('admin')
  @Mutation(() => DeleteWebhookEndpointPayload, {
    description: 'Takes an endpoint away with its deliveries.',
  })
  async deleteWebhookEndpoint(
    @Ctx() context: Context,
    @InputArg(WebhookEndpointInput, 'What to delete.') { id }: WebhookEndpointInput,
  ) {
    return { id: await deleteWebhookEndpoint(context.deps, tenantOf(context), id) };
  }

  @FieldResolver(() => WebhookDeliverySummary, {
    description: 'What became of what it was sent in the last seven days.',
  })
  async summary(@Ctx() context: Context, @Root() endpoint: WebhookEndpoint) {
    const summary = (await context.loaders().webhookSummary.load(endpoint.id)) ?? NOTHING_SENT;
    const { delivered, exhausted, retrying } = summary;
    const attempted = delivered + exhausted + retrying;
    return { ...summary, successRate: attempted === 0 ? null : delivered / attempted };
  }
}
