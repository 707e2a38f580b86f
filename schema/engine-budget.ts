import { Field, Float, ObjectType } from 'type-graphql';
import { Instant } from './scalars.js';

@ObjectType({
  description:
    'What this server may spend on live engines in a UTC day, for all its accounts together.',
})
export class EngineBudget {
  @Field(() => Float, { description: 'The part that is used, 0 to 1; from 0.8 on it is scarce.' })
  usedShare!: number;

  @Field(() => Instant, {
    nullable: true,
    description: 'When live engine calls are accepted again; null while they are.',
  })
  refusedUntil!: Date | null;
}
