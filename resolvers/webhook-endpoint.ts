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
import { Limited } from './allowance.js';
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
  @Query(() => [WebhookEndpoint], { description: 'Webhook endpoints, newest first; at most 10.' })
  webhookEndpoints(@Ctx() context: Context) {
    return listWebhookEndpoints(context.deps, tenantOf(context));
  }

  @Authorized('admin')
  @Query(() => [WebhookEventKind], {
    description: 'All kinds of events that endpoints can subscribe to.',
  })
  webhookEventKinds() {
    return listEventKinds();
  }

  @Authorized('admin')
  @Limited('v1', { byResolver: true })
  @Mutation(() => WebhookSecretPayload, {
    description: 'Creates a webhook endpoint. Its secret is shown only once.',
  })
  createWebhookEndpoint(
    @Ctx() context: Context,
    @InputArg(CreateWebhookEndpointInput, 'The endpoint to create.') {
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
  @Mutation(() => WebhookEndpointPayload, { description: 'Changes a webhook endpoint.' })
  async updateWebhookEndpoint(
    @Ctx() context: Context,
    @InputArg(UpdateWebhookEndpointInput, 'The changes.') {
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
      'Creates a new secret for an endpoint. The previous secret, and up to four before it, also sign for 24 hours after their replacement.',
  })
  rotateWebhookSecret(
    @Ctx() context: Context,
    @InputArg(WebhookEndpointInput, 'The endpoint whose secret to rotate.') {
      id,
    }: WebhookEndpointInput,
  ) {
    return rotateWebhookSecret(context.deps, tenantOf(context), id, context.idempotencyKey);
  }

  @Authorized('admin')
  @Mutation(() => DeleteWebhookEndpointPayload, {
    description: 'Deletes a webhook endpoint and its deliveries.',
  })
  async deleteWebhookEndpoint(
    @Ctx() context: Context,
    @InputArg(WebhookEndpointInput, 'The endpoint to delete.') { id }: WebhookEndpointInput,
  ) {
    return { id: await deleteWebhookEndpoint(context.deps, tenantOf(context), id) };
  }

  @FieldResolver(() => WebhookDeliverySummary, {
    description: 'Deliveries to the endpoint created in the last seven days.',
  })
  async summary(@Ctx() context: Context, @Root() endpoint: WebhookEndpoint) {
    const summary = (await context.loaders().webhookSummary.load(endpoint.id)) ?? NOTHING_SENT;
    const { delivered, exhausted, retrying } = summary;
    const attempted = delivered + exhausted + retrying;
    return { ...summary, successRate: attempted === 0 ? null : delivered / attempted };
  }
}
