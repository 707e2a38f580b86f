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
  description: 'Status of a delivery.',
  valuesConfig: {
    PENDING: { description: 'The first attempt or a retry is due.' },
    DELIVERED: { description: 'The receiver returned a status from 200 to 299.' },
    EXHAUSTED: { description: 'The last attempt failed. Only a replay sends the event again.' },
  },
});

@ObjectType({ description: 'A header of a request.' })
export class WebhookHeader {
  @Field(() => String, { description: 'Name of the header, in lower case.' })
  name!: string;

  @Field(() => String, { description: 'Value of the header.' })
  value!: string;
}

@ObjectType({ description: 'One attempt to post a delivery.' })
export class WebhookAttempt {
  @Field(() => Int, { description: 'Number of the attempt, from 1.' })
  number!: number;

  @Field(() => Instant, { description: 'Time at which the attempt started.' })
  attemptedAt!: Date;

  @Field(() => Int, {
    nullable: true,
    description: 'HTTP status of the response; null without a response.',
  })
  statusCode!: number | null;

  @Field(() => Int, {
    description: 'Time until the response was complete or the attempt failed, in milliseconds.',
  })
  latencyMs!: number;

  @Field(() => String, {
    nullable: true,
    description: 'Reason for the failure; null when the attempt succeeded.',
  })
  error!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'URL of the attempt; null for attempts by an older release.',
  })
  url!: string | null;

  @Field(() => [WebhookHeader], { description: 'Headers of the request.' })
  requestHeaders!: WebhookHeader[];

  @Field(() => String, {
    nullable: true,
    description: 'First 16 KiB of the response body; null without a response.',
  })
  responseBody!: string | null;

  @Field(() => Boolean, { description: 'Whether the response body was longer than 16 KiB.' })
  responseTruncated!: boolean;
}

@ObjectType({
  description: 'Delivery of one event to one endpoint. Deliveries are kept for 30 days.',
})
export class WebhookDelivery {
  @Field(() => ID, { description: 'Unique id of the delivery.' })
  id!: string;

  @Field(() => ID, { description: 'Id of the endpoint.' })
  endpointId!: string;

  @Field(() => ID, { description: 'Id of the event, the same for every attempt and endpoint.' })
  eventId!: string;

  @Field(() => String, { description: 'Kind of event, such as citation.discovered.' })
  event!: string;

  @Field(() => ID, { nullable: true, description: 'Id of the brand; null for test events.' })
  brandId!: string | null;

  @Field(() => String, { description: 'Request body, the same for every attempt.' })
  body!: string;

  @Field(() => WebhookDeliveryStatus, { description: 'Status of the delivery.' })
  status!: WebhookDeliveryStatus;

  @Field(() => Int, { description: 'Number of attempts so far, including those before a replay.' })
  attemptCount!: number;

  @Field(() => Instant, { description: 'Time of creation.' })
  createdAt!: Date;

  @Field(() => Instant, {
    nullable: true,
    description: 'Time of the next attempt; null when none is due.',
  })
  nextAttemptAt!: Date | null;

  @Field(() => Instant, {
    nullable: true,
    description:
      'Time of the first attempt; null before it. The replay of a delivered event resets it.',
  })
  firstAttemptAt!: Date | null;

  @Field(() => Instant, {
    nullable: true,
    description: 'Time at which the receiver accepted the event; null until then.',
  })
  deliveredAt!: Date | null;

  @Field(() => Instant, {
    nullable: true,
    description:
      'Time at which the owners were notified that the event was not delivered within 24 hours; null when they were not.',
  })
  alertedAt!: Date | null;
}

@ObjectType({ description: 'A page of deliveries, newest first.' })
export class WebhookDeliveryConnection extends createConnection(
  'WebhookDelivery',
  WebhookDelivery,
  'delivery',
) {}

@InputType({ description: 'The delivery to replay.' })
export class ReplayDeliveryInput {
  @Field(() => ID, { description: 'Id of the delivery.' })
  id!: string;
}

@InputType({ description: 'Deliveries to replay after an outage.' })
export class RecoverDeliveriesInput {
  @Field(() => Instant, { description: 'Replay deliveries created at this time or later.' })
  since!: Date;

  @Field(() => ID, { nullable: true, description: 'Id of the endpoint. Default: all endpoints.' })
  endpointId?: string | null;
}

@InputType({ description: 'A test event to send.' })
export class SendTestEventInput {
  @Field(() => ID, { description: 'Id of the endpoint.' })
  id!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Kind of event to send an example of. Default: webhook.test.',
  })
  event?: string | null;
}

@ObjectType({ description: 'The created or replayed delivery.' })
export class WebhookDeliveryPayload {
  @Field(() => WebhookDelivery, { description: 'The delivery after the change.' })
  webhookDelivery!: WebhookDelivery;
}

@ObjectType({ description: 'Result of a recovery.' })
export class RecoverDeliveriesPayload {
  @Field(() => Int, { description: 'Number of deliveries that are replayed.' })
  recovered!: number;
}
