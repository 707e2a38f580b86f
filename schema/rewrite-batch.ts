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
  description: 'Where a batch stands.',
  valuesConfig: {
    DRAFT: { description: 'It takes items.' },
    QUEUED: { description: 'It waits for a worker.' },
    RUNNING: { description: 'It is worked off.' },
    COMPLETED: { description: 'Every item is written or has failed.' },
  },
});

export enum RewriteBatchItemStatus {
  WAITING = 'waiting',
  COMPLETED = 'completed',
  FAILED = 'failed',
}
registerEnumType(RewriteBatchItemStatus, {
  name: 'RewriteBatchItemStatus',
  description: 'What came of an item.',
  valuesConfig: {
    WAITING: { description: 'Nothing yet.' },
    COMPLETED: { description: 'It is written.' },
    FAILED: { description: 'It could not be written; it can be tried again.' },
  },
});

@ObjectType({ description: 'One copy of a batch.' })
export class RewriteBatchItem {
  @Field(() => Int, { description: 'Its place in the batch, from 0.' })
  ordinal!: number;

  @Field(() => String, { description: 'The copy as it was given.' })
  text!: string;

  @Field(() => String, { nullable: true, description: 'Whom it is to speak to.' })
  audience!: string | null;

  @Field(() => RewriteBatchItemStatus, { description: 'What came of it.' })
  status!: RewriteBatchItemStatus;

  @Field(() => String, { nullable: true, description: 'Why it failed, as a code; null otherwise.' })
  errorCode!: string | null;

  @Field(() => String, { nullable: true, description: 'Why it failed, in words; null otherwise.' })
  errorMessage!: string | null;
}

@ObjectType({ description: 'Copies about one brand that are rewritten together.' })
export class RewriteBatch {
  @Field(() => ID, { description: 'Its id.' })
  id!: string;

  @Field(() => ID, { description: 'The brand the copies are about.' })
  brandId!: string;

  @Field(() => String, { nullable: true, description: 'What it is called.' })
  name!: string | null;

  @Field(() => RewriteBatchStatus, { description: 'Where it stands.' })
  status!: RewriteBatchStatus;

  @Field(() => Int, { description: 'Its items, at most 100.' })
  itemCount!: number;

  @Field(() => Int, { description: 'Items that are written.' })
  successCount!: number;

  @Field(() => Int, { description: 'Items that have failed.' })
  failureCount!: number;

  @Field(() => Instant, { description: 'When it was made.' })
  createdAt!: Date;

  @Field(() => Instant, { nullable: true, description: 'When it was started; null before.' })
  startedAt!: Date | null;

  @Field(() => Instant, { nullable: true, description: 'When it was done; null before.' })
  completedAt!: Date | null;
}

@ObjectType({ description: 'A page of the list of batches.' })
export class RewriteBatchConnection extends createConnection(
  'RewriteBatch',
  RewriteBatch,
  'batch',
) {}

@ObjectType({
  description:
    'Where a batch stands after a step. The first event is the state on subscribing; the last one is completed.',
})
export class RewriteBatchProgress {
  @Field(() => Int, { description: 'Grows with every step of the batch.' })
  sequence!: number;

  @Field(() => RewriteBatch, { description: 'The whole batch at this step.' })
  rewriteBatch!: RewriteBatch;
}

@InputType({ description: 'A batch to be made; it is made empty.' })
export class CreateRewriteBatchInput {
  @Field(() => ID, { description: 'The brand the copies are about.' })
  brandId!: string;

  @Field(() => String, { nullable: true, description: 'A name for it; at most 200 characters.' })
  name?: string | null;
}

@InputType({ description: 'A copy to be rewritten.' })
export class RewriteItemInput {
  @Field(() => String, { description: 'The copy; at most 4,000 characters.' })
  text!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Whom it is to speak to; at most 4,000 characters.',
  })
  audience?: string | null;
}

@InputType({ description: 'Items for a batch that was not started.' })
export class AddRewriteItemsInput {
  @Field(() => ID, { description: 'The batch.' })
  batchId!: string;

  @Field(() => [RewriteItemInput], { description: '1 to 20 of them; a batch holds 100.' })
  items!: RewriteItemInput[];
}

@InputType({ description: 'A batch to be worked off.' })
export class StartRewriteBatchInput {
  @Field(() => ID, { description: 'The batch.' })
  batchId!: string;
}

@InputType({ description: 'A batch whose failed items are to be tried again.' })
export class RetryRewriteBatchInput {
  @Field(() => ID, { description: 'The batch.' })
  batchId!: string;
}

@ObjectType({ description: 'The batch as it is now.' })
export class RewriteBatchPayload {
  @Field(() => RewriteBatch, { description: 'The batch.' })
  rewriteBatch!: RewriteBatch;
}
