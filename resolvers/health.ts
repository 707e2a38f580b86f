import { Ctx, Query, Resolver } from 'type-graphql';
import { Health } from '../schema/health.js';
import { Status } from '../schema/status.js';
import type { Context } from '../src/request/context.js';
import { readHealth } from '../src/services/operations/health.js';
import { readStatus } from '../src/services/operations/status.js';
import { Unlimited } from './allowance.js';

@Resolver(() => Health)
export class HealthResolver {
  @Unlimited()
  @Query(() => Health, { description: 'Health of the service. Needs no credential.' })
  health(@Ctx() context: Context) {
    return readHealth(context.deps);
  }

  @Unlimited()
  @Query(() => Status, {
    description: 'Status of the database and the engines. Needs no credential.',
  })
  status(@Ctx() context: Context) {
    return readStatus(context.deps);
  }
}
