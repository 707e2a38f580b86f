import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { createConnection } from './connection.js';
import { Instant } from './scalars.js';

export enum RewriteBatchStatus {
  DRAFT = 'draft',
  QUEUED = 'queued',
  RUNNING = 'running',
  COMPLETED = 'completed',
}
registerEnumType(RewriteBatchStatus, {
  name: 'RewriteBatchStatus',
  description: 'Status of a batch.',
  valuesConfig: {
    DRAFT: { description: 'The batch accepts items.' },
    QUEUED: { description: 'The batch waits for a worker.' },
    RUNNING: { description: 'A worker is rewriting the items.' },
    COMPLETED: { description: 'Every item is rewritten or has failed.' },
  },
});

export enum RewriteBatchItemStatus {
  WAITING = 'waiting',
  COMPLETED = 'completed',
  FAILED = 'failed',
}
registerEnumType(RewriteBatchItemStatus, {
  name: 'RewriteBatchItemStatus',
  description: 'Status of an item of a batch.',
  valuesConfig: {
    WAITING: { description: 'The item has not been processed yet.' },
    COMPLETED: { description: 'The item was rewritten.' },
    FAILED: { description: 'The rewrite failed. The item can be retried.' },
  },
});

@ObjectType({ description: 'One text of a batch.' })
export class RewriteBatchItem {
  @Field(() => Int, { description: 'Index of the item in the batch, from 0.' })
  ordinal!: number;

  @Field(() => String, { description: 'Original text.' })
  text!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Audience that the rewrite addresses; null when none was given.',
  })
  audience!: string | null;

  @Field(() => RewriteBatchItemStatus, { description: 'Status of the item.' })
  status!: RewriteBatchItemStatus;

  @Field(() => String, {
    nullable: true,
    description: 'Reason for the failure, as a code; null when the item has not failed.',
  })
  errorCode!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Reason for the failure, in words; null when the item has not failed.',
  })
  errorMessage!: string | null;
}

@ObjectType({ description: 'Texts about one brand that are rewritten together.' })
export class RewriteBatch {
  @Field(() => ID, { description: 'Unique id of the batch.' })
  id!: string;

  @Field(() => ID, { description: 'Id of the brand that the texts are about.' })
  brandId!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the batch; null when none was given.',
  })
  name!: string | null;

  @Field(() => RewriteBatchStatus, { description: 'Status of the batch.' })
  status!: RewriteBatchStatus;

  @Field(() => Int, { description: 'Number of items, at most 100.' })
  itemCount!: number;

  @Field(() => Int, { description: 'Number of items that were rewritten.' })
  successCount!: number;

  @Field(() => Int, { description: 'Number of items that failed.' })
  failureCount!: number;

  @Field(() => Instant, { description: 'Time of creation.' })
  createdAt!: Date;

  @Field(() => Instant, {
    nullable: true,
    description: 'Time at which the batch was started; null until then.',
  })
  startedAt!: Date | null;

  @Field(() => Instant, {
    nullable: true,
    description: 'Time at which the batch was completed; null until then.',
  })
  completedAt!: Date | null;
}

@ObjectType({ description: 'A page of batches, newest first.' })
export class RewriteBatchConnection extends createConnection(
  'RewriteBatch',
  RewriteBatch,
  'batch',
) {}

@ObjectType({
  description:
    'State of a batch after a step. The first event is the state at the time of subscribing; the last one is completed.',
})
export class RewriteBatchProgress {
  @Field(() => Int, { description: 'Number that increases with every step of the batch.' })
  sequence!: number;

  @Field(() => RewriteBatch, { description: 'The batch after the step.' })
  rewriteBatch!: RewriteBatch;
}

@InputType({ description: 'A batch to create. It starts empty.' })
export class CreateRewriteBatchInput {
  @Field(() => ID, { description: 'Id of the brand that the texts are about.' })
  brandId!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the batch, at most 200 characters.',
  })
  name?: string | null;
}

@InputType({ description: 'A text to rewrite.' })
export class RewriteItemInput {
  @Field(() => String, { description: 'The text, at most 4,000 characters.' })
  text!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Audience to address, at most 4,000 characters.',
  })
  audience?: string | null;
}

@InputType({ description: 'Items to add to a batch in draft.' })
export class AddRewriteItemsInput {
  @Field(() => ID, { description: 'Id of the batch.' })
  batchId!: string;

  @Field(() => [RewriteItemInput], {
    description: 'Items to add, 1 to 20. A batch holds at most 100.',
  })
  items!: RewriteItemInput[];
}

@InputType({ description: 'The batch to start.' })
export class StartRewriteBatchInput {
  @Field(() => ID, { description: 'Id of the batch.' })
  batchId!: string;
}

@InputType({ description: 'The batch whose failed items to retry.' })
export class RetryRewriteBatchInput {
  @Field(() => ID, { description: 'Id of the batch.' })
  batchId!: string;
}

@ObjectType({ description: 'The created or changed batch.' })
export class RewriteBatchPayload {
  @Field(() => RewriteBatch, { description: 'The batch after the change.' })
  rewriteBatch!: RewriteBatch;
}
