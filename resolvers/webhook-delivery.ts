import {
  Arg,
  Authorized,
  Ctx,
  FieldResolver,
  ID,
  Mutation,
  Query,
  Resolver,
  Root,
  Subscription,
} from 'type-graphql';
import { Instant } from '../schema/scalars.js';
import {
  RecoverDeliveriesInput,
  RecoverDeliveriesPayload,
  ReplayDeliveryInput,
  SendTestEventInput,
  WebhookAttempt,
  WebhookDelivery,
  WebhookDeliveryConnection,
  WebhookDeliveryPayload,
  WebhookDeliveryStatus,
} from '../schema/webhook-delivery.js';
import { type Context, tenantOf } from '../src/request/context.js';
import { toPageRequest } from '../src/services/input/page.js';
import {
  recoverDeliveries,
  replayDelivery,
  sendTestEvent,
} from '../src/services/webhooks/replay-delivery.js';
import {
  countWebhookDeliveries,
  findWebhookDelivery,
  listWebhookDeliveries,
  toDeliveryFilter,
} from '../src/services/webhooks/webhook-delivery.js';
import { After, First, Id, InputArg } from './arguments.js';
import { readConnection, toListCost } from './connection.js';

interface Following {
  args: { endpointId?: string | null };
  context: Context;
}

/** For query complexity. Most deliveries have one attempt. */
const USUAL_ATTEMPTS = 2;

@Resolver(() => WebhookDelivery)
export class WebhookDeliveryResolver {
  @Authorized('admin')
  @Query(() => WebhookDeliveryConnection, {
    complexity: toListCost,
    description: 'Deliveries to the endpoints, newest first.',
  })
  async webhookDeliveries(
    @Ctx() context: Context,
    @Arg('endpointId', () => ID, {
      nullable: true,
      description: 'Only deliveries to this endpoint.',
    })
    endpointId: string | null = null,
    @Arg('event', () => String, {
      nullable: true,
      description: 'Only deliveries of this kind of event.',
    })
    event: string | null = null,
    @Arg('status', () => WebhookDeliveryStatus, {
      nullable: true,
      description: 'Only deliveries with this status.',
    })
    status: WebhookDeliveryStatus | null = null,
    @Arg('since', () => Instant, {
      nullable: true,
      description: 'Only deliveries created at this time or later.',
    })
    since: Date | null = null,
    @Arg('until', () => Instant, {
      nullable: true,
      description: 'Only deliveries created before this time.',
    })
    until: Date | null = null,
    @Arg('alerted', () => Boolean, {
      nullable: true,
      description:
        'True for deliveries whose delay was reported to the owners, false for the others. Default: both.',
    })
    alerted: boolean | null = null,
    @First(20) first: number = 20,
    @After() after?: string | null,
  ) {
    const request = toPageRequest(first, after);
    const given = { endpointId, event, status, since, until, alerted };
    const filter = await toDeliveryFilter(context.deps, tenantOf(context), given);
    return readConnection(context, listWebhookDeliveries, countWebhookDeliveries, request, filter);
  }

  @Authorized('admin')
  @Query(() => WebhookDelivery, { nullable: true, description: 'A delivery.' })
  webhookDelivery(@Ctx() context: Context, @Id() id: string) {
    return findWebhookDelivery(context.deps, tenantOf(context), id);
  }

  @Authorized('admin')
  @Mutation(() => WebhookDeliveryPayload, {
    description:
      'Sends a delivery again, immediately and with the full retry schedule, under its original event id.',
  })
  async replayDelivery(
    @Ctx() context: Context,
    @InputArg(ReplayDeliveryInput, 'The delivery to replay.') { id }: ReplayDeliveryInput,
  ) {
    return { webhookDelivery: await replayDelivery(context.deps, tenantOf(context), id) };
  }

  @Authorized('admin')
  @Mutation(() => RecoverDeliveriesPayload, {
    description: 'Replays deliveries that were attempted but not delivered.',
  })
  async recoverDeliveries(
    @Ctx() context: Context,
    @InputArg(RecoverDeliveriesInput, 'The deliveries to replay.') {
      since,
      endpointId = null,
    }: RecoverDeliveriesInput,
  ) {
    const input = { since, endpointId };
    return { recovered: await recoverDeliveries(context.deps, tenantOf(context), input) };
  }

  @Authorized('admin')
  @Mutation(() => WebhookDeliveryPayload, {
    description:
      'Sends an example event to one endpoint. It is signed and retried like a real event.',
  })
  async sendTestEvent(
    @Ctx() context: Context,
    @InputArg(SendTestEventInput, 'The endpoint and the kind of event.') {
      id,
      event = null,
    }: SendTestEventInput,
  ) {
    const input = { id, event };
    return {
      webhookDelivery: await sendTestEvent(
        context.deps,
        tenantOf(context),
        input,
        context.idempotencyKey,
      ),
    };
  }

  @Authorized('admin')
  @Subscription(() => WebhookDelivery, {
    description: 'A delivery after each of its attempts from now on, successful or not.',
    subscribe: ({ args, context }: Following) =>
      context.follow.deliveries(tenantOf(context), args.endpointId ?? null),
  })
  webhookDelivered(
    @Ctx() context: Context,
    @Root() delivery: WebhookDelivery,
    @Arg('endpointId', () => ID, {
      nullable: true,
      description: 'Only deliveries to this endpoint.',
    })
    _endpointId?: string | null,
  ) {
    context.forget();
    return delivery;
  }

  @FieldResolver(() => [WebhookAttempt], {
    complexity: ({ childComplexity }) => 1 + USUAL_ATTEMPTS * childComplexity,
    description: 'Attempts of the delivery, newest first; at most 20.',
  })
  attempts(@Ctx() context: Context, @Root() delivery: WebhookDelivery) {
    return context.loaders().webhookAttempts.load(delivery.id);
  }
}
