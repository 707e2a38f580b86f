import { Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Instant } from './scalars.js';

export enum WebhookSignature {
  TIMESTAMPED = 'timestamped',
  DIGEST = 'digest',
}
registerEnumType(WebhookSignature, {
  name: 'WebhookSignature',
  description:
    'How X-Service-Signature is written; the Standard Webhooks headers are always beside it.',
  valuesConfig: {
    TIMESTAMPED: { description: 't=<Unix seconds>,v1=<hex>, over <t>.<body>.' },
    DIGEST: { description: 'sha256=<hex>, over the body.' },
  },
});

@ObjectType({ description: 'A kind of event that an endpoint may ask for.' })
export class WebhookEventKind {
  @Field(() => String, { description: 'Its name.' })
  name!: string;

  @Field(() => String, { description: 'What it tells.' })
  description!: string;

  @Field(() => WebhookSignature, { description: 'How it is signed.' })
  scheme!: WebhookSignature;
}

@ObjectType({ description: 'A URL that events are posted to, of one environment.' })
export class WebhookEndpoint {
  @Field(() => ID, { description: 'Its id.' })
  id!: string;

  @Field(() => String, { description: 'Where events are posted to.' })
  url!: string;

  @Field(() => String, { nullable: true, description: 'What it is for, in its maker’s words.' })
  description!: string | null;

  @Field(() => [String], { description: 'The kinds of events it gets.' })
  events!: string[];

  @Field(() => Boolean, { description: 'Whether anything is sent to it now.' })
  enabled!: boolean;

  @Field(() => Instant, {
    nullable: true,
    description:
      'Until then the secret that was rotated last signs beside the new one; null unless a rotation goes on.',
  })
  previousSecretEndsAt!: Date | null;

  @Field(() => Instant, { description: 'When it was made.' })
  createdAt!: Date;

  @Field(() => Instant, { description: 'When it was last changed.' })
  updatedAt!: Date;
}

@ObjectType({ description: 'What became of what an endpoint was sent in the last seven days.' })
export class WebhookDeliverySummary {
  @Field(() => Int, { description: 'Deliveries that arrived.' })
  delivered!: number;

  @Field(() => Int, { description: 'Deliveries whose last attempt failed.' })
  exhausted!: number;

  @Field(() => Int, { description: 'Deliveries that are still to arrive.' })
  pending!: number;

  @Field(() => Int, { description: 'Those of them that failed at least once.' })
  retrying!: number;

  @Field(() => Float, {
    nullable: true,
    description:
      'Those that arrived among those that were attempted, 0 to 1; null while there is none.',
  })
  successRate!: number | null;

  @Field(() => Instant, { nullable: true, description: 'When the last one was made.' })
  lastCreatedAt!: Date | null;

  @Field(() => Instant, { nullable: true, description: 'When the last one arrived.' })
  lastDeliveredAt!: Date | null;
}

@InputType({ description: 'An endpoint to be made.' })
export class CreateWebhookEndpointInput {
  @Field(() => String, {
    description: 'An https URL at a public address; at most 2,048 characters.',
  })
  url!: string;

  @Field(() => [String], { description: 'The kinds of events it gets, one at least.' })
  events!: string[];

  @Field(() => String, { nullable: true, description: 'What it is for; at most 200 characters.' })
  description?: string | null;
}

@InputType({ description: 'What to change of an endpoint; what is left out stays.' })
export class UpdateWebhookEndpointInput {
  @Field(() => ID, { description: 'The endpoint.' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'A new URL; what waits goes there, too.' })
  url?: string | null;

  @Field(() => [String], { nullable: true, description: 'Other kinds of events.' })
  events?: string[] | null;

  @Field(() => String, { nullable: true, description: 'Other words; null takes them away.' })
  description?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'False makes what is due wait and leaves new events out; true goes on.',
  })
  enabled?: boolean | null;
}

@InputType({ description: 'An endpoint to act on.' })
export class WebhookEndpointInput {
  @Field(() => ID, { description: 'The endpoint.' })
  id!: string;
}

@ObjectType({ description: 'The endpoint as it is now.' })
export class WebhookEndpointPayload {
  @Field(() => WebhookEndpoint, { description: 'The endpoint.' })
  webhookEndpoint!: WebhookEndpoint;
}

@ObjectType({ description: 'An endpoint with its new secret.' })
export class WebhookSecretPayload {
  @Field(() => WebhookEndpoint, { description: 'The endpoint.' })
  webhookEndpoint!: WebhookEndpoint;

  @Field(() => String, {
    nullable: true,
    description: 'What signs its events, shown this once; null when an earlier answer is repeated.',
  })
  secret!: string | null;
}

@ObjectType({ description: 'What was deleted.' })
export class DeleteWebhookEndpointPayload {
  @Field(() => ID, { description: 'The id that the endpoint had.' })
  id!: string;
}
