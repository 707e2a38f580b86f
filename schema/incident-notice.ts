import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { IncidentSeverity } from './incident.js';
import { Instant } from './scalars.js';

export enum IncidentNoticeChannel {
  EMAIL = 'email',
  SLACK = 'slack',
}
registerEnumType(IncidentNoticeChannel, {
  name: 'IncidentNoticeChannel',
  description: 'Channel by which notices of incidents are sent.',
  valuesConfig: {
    EMAIL: { description: 'An e-mail to each owner and admin of the account.' },
    SLACK: { description: 'A message to a Slack-compatible incoming webhook.' },
  },
});

export enum IncidentNoticeStep {
  OPENED = 'opened',
  WORSENED = 'worsened',
  RESOLVED = 'resolved',
  TEST = 'test',
}
registerEnumType(IncidentNoticeStep, {
  name: 'IncidentNoticeStep',
  description: 'Event that a notice reports.',
  valuesConfig: {
    OPENED: { description: 'An incident was opened.' },
    WORSENED: { description: 'The severity of an incident increased.' },
    RESOLVED: { description: 'An incident was resolved.' },
    TEST: { description: 'A test of the channel, without an incident.' },
  },
});

export enum IncidentNoticeStatus {
  PENDING = 'pending',
  SENT = 'sent',
  KEPT = 'kept',
  FAILED = 'failed',
}
registerEnumType(IncidentNoticeStatus, {
  name: 'IncidentNoticeStatus',
  description: 'Delivery status of a notice.',
  valuesConfig: {
    PENDING: { description: 'The notice is queued, or will be retried.' },
    SENT: { description: 'The receiver accepted the notice.' },
    KEPT: {
      description:
        'No mail server is configured. The notice is stored where the operator can read it.',
    },
    FAILED: { description: 'The last attempt failed. There are no more retries.' },
  },
});

@ObjectType({ description: 'One message about an incident, to one recipient.' })
export class IncidentNotice {
  @Field(() => ID, { description: 'Unique id of the notice.' })
  id!: string;

  @Field(() => ID, { nullable: true, description: 'Id of the incident; null for a test.' })
  incidentId!: string | null;

  @Field(() => IncidentNoticeStep, { description: 'Event that the notice reports.' })
  step!: IncidentNoticeStep;

  @Field(() => IncidentSeverity, {
    nullable: true,
    description: 'Severity of the incident at the time of the notice; null for a test.',
  })
  severity!: IncidentSeverity | null;

  @Field(() => IncidentNoticeChannel, { description: 'Channel of the notice.' })
  channel!: IncidentNoticeChannel;

  @Field(() => String, {
    nullable: true,
    description: 'E-mail address of the recipient; null for Slack.',
  })
  recipient!: string | null;

  @Field(() => IncidentNoticeStatus, { description: 'Delivery status of the notice.' })
  status!: IncidentNoticeStatus;

  @Field(() => Int, {
    description: 'Number of attempts so far: at most 7, and at most 1 for a test.',
  })
  attempts!: number;

  @Field(() => String, {
    nullable: true,
    description: 'Reason why the last attempt failed; null when it did not fail.',
  })
  error!: string | null;

  @Field(() => Instant, { description: 'Time of creation.' })
  createdAt!: Date;

  @Field(() => Instant, {
    nullable: true,
    description: 'Time of the last attempt; null before the first.',
  })
  attemptedAt!: Date | null;
}

@ObjectType({
  description: 'Settings for notices of incidents, per environment.',
})
export class IncidentNotices {
  @Field(() => Boolean, { description: 'Whether owners and admins are notified by e-mail.' })
  email!: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'Slack URL, masked to its host and its last characters; null when none is set.',
  })
  slackUrl!: string | null;

  @Field(() => IncidentSeverity, { description: 'Lowest severity that is notified.' })
  leastSeverity!: IncidentSeverity;

  @Field(() => Instant, {
    nullable: true,
    description: 'Time at which an e-mail was last sent or kept; null when there was none.',
  })
  emailSentAt!: Date | null;

  @Field(() => Instant, {
    nullable: true,
    description: 'Time at which an e-mail last failed; null when none has failed.',
  })
  emailFailedAt!: Date | null;

  @Field(() => String, {
    nullable: true,
    description: 'Reason for the last failed e-mail; null when none has failed.',
  })
  emailError!: string | null;

  @Field(() => Instant, {
    nullable: true,
    description:
      'Time at which the current Slack URL last accepted a message; null when it has accepted none.',
  })
  slackSentAt!: Date | null;

  @Field(() => Instant, {
    nullable: true,
    description:
      'Time at which a message to the current Slack URL last failed; null when none has failed.',
  })
  slackFailedAt!: Date | null;

  @Field(() => String, {
    nullable: true,
    description: 'Reason for the last failed message to Slack; null when none has failed.',
  })
  slackError!: string | null;
}

@InputType({ description: 'Changes to the settings for notices. Omitted fields remain unchanged.' })
export class UpdateIncidentNoticesInput {
  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether to notify owners and admins by e-mail.',
  })
  email?: boolean | null;

  @Field(() => String, {
    nullable: true,
    description:
      'An https URL at a public address that accepts messages in the format of Slack’s incoming webhooks; at most 2,048 characters. Null removes it.',
  })
  slackUrl?: string | null;

  @Field(() => IncidentSeverity, { nullable: true, description: 'Lowest severity to notify.' })
  leastSeverity?: IncidentSeverity | null;
}

@InputType({ description: 'A test notice to send.' })
export class SendTestNoticeInput {
  @Field(() => IncidentNoticeChannel, {
    nullable: true,
    description: 'Channel to test. Default: every channel that is set up.',
  })
  channel?: IncidentNoticeChannel | null;
}

@ObjectType({ description: 'The changed settings for notices.' })
export class IncidentNoticesPayload {
  @Field(() => IncidentNotices, { description: 'The settings after the change.' })
  incidentNotices!: IncidentNotices;
}
