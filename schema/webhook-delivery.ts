import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { createConnection } from './connection.js';
import { Instant } from './scalars.js';

export enum WebhookDeliveryStatus {
  PENDING = 'pending',
  DELIVERED = 'delivered',
  EXHAUSTED = 'exhausted',
}
registerEnumType(WebhookDeliveryStatus, {
  name: 'WebhookDeliveryStatus',
  description: 'What became of a delivery.',
  valuesConfig: {
    PENDING: { description: 'It will be attempted, for the first time or again.' },
    DELIVERED: { description: 'The receiver answered with a status from 200 to 299.' },
    EXHAUSTED: { description: 'Its last attempt failed; only a replay sends it again.' },
  },
});

@ObjectType({ description: 'A header of a request.' })
export class WebhookHeader {
  @Field(() => String, { description: 'Its name, in lower case.' })
  name!: string;

  @Field(() => String, { description: 'Its value.' })
  value!: string;
}

@ObjectType({ description: 'One post of a delivery.' })
export class WebhookAttempt {
  @Field(() => Int, { description: 'Which it was, from 1.' })
  number!: number;

  @Field(() => Instant, { description: 'When it began.' })
  attemptedAt!: Date;

  @Field(() => Int, { nullable: true, description: 'The HTTP status; null when no response came.' })
  statusCode!: number | null;

  @Field(() => Int, { description: 'Milliseconds until the response was complete, or it failed.' })
  latencyMs!: number;

  @Field(() => String, { nullable: true, description: 'Why it failed; null when it was taken.' })
  error!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Where it went; null for those made before it was kept.',
  })
  url!: string | null;

  @Field(() => [WebhookHeader], { description: 'The headers that were sent.' })
  requestHeaders!: WebhookHeader[];

  @Field(() => String, {
    nullable: true,
    description: 'The first 16 KiB of the response; null when none came.',
  })
  responseBody!: string | null;

  @Field(() => Boolean, { description: 'Whether the response was longer.' })
  responseTruncated!: boolean;
}

@ObjectType({ description: 'One event on its way to one endpoint; kept for 30 days.' })
export class WebhookDelivery {
  @Field(() => ID, { description: 'Its id.' })
  id!: string;

  @Field(() => ID, { description: 'The endpoint.' })
  endpointId!: string;

  @Field(() => ID, { description: 'The same in every attempt and at every endpoint.' })
  eventId!: string;

  @Field(() => String, { description: 'The kind of event.' })
  event!: string;

  @Field(() => ID, { nullable: true, description: 'The brand; null for tries.' })
  brandId!: string | null;

  @Field(() => String, { description: 'The text that is posted, the same in every attempt.' })
  body!: string;

  @Field(() => WebhookDeliveryStatus, { description: 'What became of it.' })
  status!: WebhookDeliveryStatus;

  @Field(() => Int, { description: 'Attempts that were made; it never falls.' })
  attemptCount!: number;

  @Field(() => Instant, { description: 'When it was made.' })
  createdAt!: Date;

  @Field(() => Instant, {
    nullable: true,
    description: 'When it is attempted next; null for never.',
  })
  nextAttemptAt!: Date | null;

  @Field(() => Instant, {
    nullable: true,
    description: 'When it was first attempted; what had arrived and is replayed begins anew.',
  })
  firstAttemptAt!: Date | null;

  @Field(() => Instant, { nullable: true, description: 'When it arrived.' })
  deliveredAt!: Date | null;

  @Field(() => Instant, {
    nullable: true,
    description: 'When the owners were told that it has not arrived within 24 hours.',
  })
  alertedAt!: Date | null;
}

@ObjectType({ description: 'A page of deliveries, newest first.' })
export class WebhookDeliveryConnection extends createConnection(
  'WebhookDelivery',
  WebhookDelivery,
  'delivery',
) {}

@InputType({ description: 'A delivery to send again.' })
export class ReplayDeliveryInput {
  @Field(() => ID, { description: 'The delivery.' })
  id!: string;
}

@InputType({ description: 'What to send again after an outage.' })
export class RecoverDeliveriesInput {
  @Field(() => Instant, { description: 'Made at this time or later.' })
  since!: Date;

  @Field(() => ID, { nullable: true, description: 'To this endpoint; to all unless given.' })
  endpointId?: string | null;
}

@InputType({ description: 'A try of an endpoint.' })
export class SendTestEventInput {
  @Field(() => ID, { description: 'The endpoint.' })
  id!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The kind of event to make an example of; webhook.test unless given.',
  })
  event?: string | null;
}

@ObjectType({ description: 'The delivery as it is now.' })
export class WebhookDeliveryPayload {
  @Field(() => WebhookDelivery, { description: 'The delivery.' })
  webhookDelivery!: WebhookDelivery;
}

@ObjectType({ description: 'What is sent again.' })
export class RecoverDeliveriesPayload {
  @Field(() => Int, { description: 'How many deliveries.' })
  recovered!: number;
}
