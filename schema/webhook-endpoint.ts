import { Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Instant } from './scalars.js';

export enum WebhookSignature {
  TIMESTAMPED = 'timestamped',
  DIGEST = 'digest',
}
registerEnumType(WebhookSignature, {
  name: 'WebhookSignature',
  description:
    'Format of the X-Service-Signature header. The Standard Webhooks headers are always sent too.',
  valuesConfig: {
    TIMESTAMPED: { description: 't=<Unix seconds>,v1=<hex>, over <t>.<body>.' },
    DIGEST: { description: 'sha256=<hex>, over the body.' },
  },
});

@ObjectType({ description: 'A kind of event that an endpoint can subscribe to.' })
export class WebhookEventKind {
  @Field(() => String, { description: 'Name of the kind, such as citation.discovered.' })
  name!: string;

  @Field(() => String, { description: 'Condition under which the event is sent.' })
  description!: string;

  @Field(() => WebhookSignature, { description: 'Format of the signature header.' })
  scheme!: WebhookSignature;
}

@ObjectType({ description: 'A URL that the events of one environment are posted to.' })
export class WebhookEndpoint {
  @Field(() => ID, { description: 'Unique id of the endpoint.' })
  id!: string;

  @Field(() => String, { description: 'URL that events are posted to.' })
  url!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Description given by its creator; null when none was given.',
  })
  description!: string | null;

  @Field(() => [String], { description: 'Kinds of events that the endpoint receives.' })
  events!: string[];

  @Field(() => Boolean, { description: 'Whether events are sent to the endpoint.' })
  enabled!: boolean;

  @Field(() => Instant, {
    nullable: true,
    description:
      'Time until which the previous secret also signs events; null when no rotation is in progress.',
  })
  previousSecretEndsAt!: Date | null;

  @Field(() => Instant, { description: 'Time of creation.' })
  createdAt!: Date;

  @Field(() => Instant, { description: 'Time of the last change.' })
  updatedAt!: Date;
}

@ObjectType({ description: 'Deliveries to an endpoint created in the last seven days.' })
export class WebhookDeliverySummary {
  @Field(() => Int, { description: 'Number of successful deliveries.' })
  delivered!: number;

  @Field(() => Int, { description: 'Number of deliveries whose last attempt failed.' })
  exhausted!: number;

  @Field(() => Int, { description: 'Number of deliveries that are still pending.' })
  pending!: number;

  @Field(() => Int, {
    description: 'Number of pending deliveries with at least one failed attempt.',
  })
  retrying!: number;

  @Field(() => Float, {
    nullable: true,
    description:
      'Share of the attempted deliveries that succeeded, from 0 to 1; null when none was attempted.',
  })
  successRate!: number | null;

  @Field(() => Instant, {
    nullable: true,
    description: 'Time at which the latest delivery was created; null without deliveries.',
  })
  lastCreatedAt!: Date | null;

  @Field(() => Instant, {
    nullable: true,
    description: 'Time of the latest successful delivery; null without one.',
  })
  lastDeliveredAt!: Date | null;
}

@InputType({ description: 'A webhook endpoint to create.' })
export class CreateWebhookEndpointInput {
  @Field(() => String, {
    description: 'An https URL at a public address, at most 2,048 characters.',
  })
  url!: string;

  @Field(() => [String], { description: 'Kinds of events to send, at least one.' })
  events!: string[];

  @Field(() => String, {
    nullable: true,
    description: 'Description of the endpoint, at most 200 characters.',
  })
  description?: string | null;
}

@InputType({ description: 'Changes to an endpoint. Omitted fields remain unchanged.' })
export class UpdateWebhookEndpointInput {
  @Field(() => ID, { description: 'Id of the endpoint.' })
  id!: string;

  @Field(() => String, {
    nullable: true,
    description: 'New URL. Pending deliveries are sent to it as well.',
  })
  url?: string | null;

  @Field(() => [String], {
    nullable: true,
    description: 'New list of kinds of events, at least one.',
  })
  events?: string[] | null;

  @Field(() => String, {
    nullable: true,
    description: 'New description, at most 200 characters; null removes it.',
  })
  description?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'False suspends pending deliveries and drops new events; true resumes.',
  })
  enabled?: boolean | null;
}

@InputType({ description: 'The endpoint to act on.' })
export class WebhookEndpointInput {
  @Field(() => ID, { description: 'Id of the endpoint.' })
  id!: string;
}

@ObjectType({ description: 'The changed endpoint.' })
export class WebhookEndpointPayload {
  @Field(() => WebhookEndpoint, { description: 'The endpoint after the change.' })
  webhookEndpoint!: WebhookEndpoint;
}

@ObjectType({ description: 'An endpoint and its new secret.' })
export class WebhookSecretPayload {
  @Field(() => WebhookEndpoint, { description: 'The endpoint after the change.' })
  webhookEndpoint!: WebhookEndpoint;

  @Field(() => String, {
    nullable: true,
    description:
      'Signing secret of the endpoint, shown only once; null when a request is repeated under the same Idempotency-Key.',
  })
  secret!: string | null;
}

@ObjectType({ description: 'The deleted endpoint.' })
export class DeleteWebhookEndpointPayload {
  @Field(() => ID, { description: 'Id of the deleted endpoint.' })
  id!: string;
}
