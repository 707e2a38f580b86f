import { Authorized, Ctx, FieldResolver, Mutation, Query, Resolver } from 'type-graphql';
import {
  IncidentNotice,
  IncidentNotices,
  IncidentNoticesPayload,
  SendTestNoticeInput,
  UpdateIncidentNoticesInput,
} from '../schema/incident-notice.js';
import { type Context, tenantOf } from '../src/request/context.js';
import {
  listIncidentNotices,
  readIncidentNotices,
  sendTestNotice,
  updateIncidentNotices,
} from '../src/services/incidents/incident-notice.js';
import { checkCount } from '../src/services/input/validate.js';
import { First, InputArg } from './arguments.js';
import { toListCost } from './connection.js';

@Resolver(() => IncidentNotices)
export class IncidentNoticeResolver {
  @Authorized('admin')
  @Query(() => IncidentNotices, {
    description: 'Settings for notices of incidents in the caller’s environment.',
  })
  incidentNotices(@Ctx() context: Context) {
    return readIncidentNotices(context.deps, tenantOf(context));
  }

  @FieldResolver(() => [IncidentNotice], {
    complexity: toListCost,
    description: 'Notices of the last 90 days, newest first.',
  })
  notices(@Ctx() context: Context, @First(20) first: number = 20) {
    checkCount('first', first, 1, 100);
    return listIncidentNotices(context.deps, tenantOf(context), first);
  }

  @Authorized('admin')
  @Mutation(() => IncidentNoticesPayload, {
    description: 'Changes the settings for notices in the caller’s environment.',
  })
  async updateIncidentNotices(
    @Ctx() context: Context,
    @InputArg(UpdateIncidentNoticesInput, 'The changes.') {
      email,
      slackUrl,
      leastSeverity,
    }: UpdateIncidentNoticesInput,
  ) {
    const change = {
      ...{ email, leastSeverity },
      ...(slackUrl !== undefined && { slackUrl }),
    };
    const tenant = tenantOf(context);
    return { incidentNotices: await updateIncidentNotices(context.deps, tenant, change) };
  }

  @Authorized('admin')
  @Mutation(() => IncidentNoticesPayload, {
    description: 'Sends a test notice. `notices` shows the result.',
  })
  async sendTestNotice(
    @Ctx() context: Context,
    @InputArg(SendTestNoticeInput, 'The channel to test.') { channel = null }: SendTestNoticeInput,
  ) {
    const { deps, idempotencyKey } = context;
    const tenant = tenantOf(context);
    return { incidentNotices: await sendTestNotice(deps, tenant, channel, idempotencyKey) };
  }
}
