import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { IncidentSeverity } from './incident.js';
import { Instant } from './scalars.js';

export enum IncidentNoticeChannel {
  EMAIL = 'email',
  SLACK = 'slack',
}
registerEnumType(IncidentNoticeChannel, {
  name: 'IncidentNoticeChannel',
  description: 'The way in which people are told of incidents.',
  valuesConfig: {
    EMAIL: { description: 'To the account’s owners and admins.' },
    SLACK: { description: 'A message to a URL that takes them as Slack does.' },
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
  description: 'What is told.',
  valuesConfig: {
    OPENED: { description: 'An incident has opened.' },
    WORSENED: { description: 'It has become graver.' },
    RESOLVED: { description: 'It is over.' },
    TEST: { description: 'Nothing: somebody tries the way.' },
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
  description: 'What came of a notice.',
  valuesConfig: {
    PENDING: { description: 'It is on its way, or to be tried again.' },
    SENT: { description: 'It was taken.' },
    KEPT: { description: 'There is no mail server; the operator can read it.' },
    FAILED: { description: 'It was not taken, and is not tried again.' },
  },
});

@ObjectType({ description: 'One message about an incident, to one recipient.' })
export class IncidentNotice {
  @Field(() => ID, { description: 'Its id.' })
  id!: string;

  @Field(() => ID, { nullable: true, description: 'The incident; null for a test.' })
  incidentId!: string | null;

  @Field(() => IncidentNoticeStep, { description: 'What it tells.' })
  step!: IncidentNoticeStep;

  @Field(() => IncidentSeverity, {
    nullable: true,
    description: 'How bad the incident was then; null for a test.',
  })
  severity!: IncidentSeverity | null;

  @Field(() => IncidentNoticeChannel, { description: 'How it goes.' })
  channel!: IncidentNoticeChannel;

  @Field(() => String, { nullable: true, description: 'The e-mail address; null for Slack.' })
  recipient!: string | null;

  @Field(() => IncidentNoticeStatus, { description: 'What came of it.' })
  status!: IncidentNoticeStatus;

  @Field(() => Int, { description: 'Attempts so far; there are 7 at most, a test has one.' })
  attempts!: number;

  @Field(() => String, {
    nullable: true,
    description: 'Why the last attempt failed; null unless it did.',
  })
  error!: string | null;

  @Field(() => Instant, { description: 'When it was made.' })
  createdAt!: Date;

  @Field(() => Instant, { nullable: true, description: 'The last attempt; null before the first.' })
  attemptedAt!: Date | null;
}

@ObjectType({
  description: 'Whom the account tells of incidents, in each environment by itself.',
})
export class IncidentNotices {
  @Field(() => Boolean, { description: 'Whether owners and admins are told by e-mail.' })
  email!: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'Where messages are posted to: its host and its last characters, never more.',
  })
  slackUrl!: string | null;

  @Field(() => IncidentSeverity, { description: 'Less grave incidents are not told.' })
  leastSeverity!: IncidentSeverity;

  @Field(() => Instant, { nullable: true, description: 'When mail was last sent or kept.' })
  emailSentAt!: Date | null;

  @Field(() => Instant, { nullable: true, description: 'When mail last failed.' })
  emailFailedAt!: Date | null;

  @Field(() => String, { nullable: true, description: 'Why it failed then.' })
  emailError!: string | null;

  @Field(() => Instant, {
    nullable: true,
    description: 'When a message was last taken at this Slack URL.',
  })
  slackSentAt!: Date | null;

  @Field(() => Instant, { nullable: true, description: 'When one last failed there.' })
  slackFailedAt!: Date | null;

  @Field(() => String, { nullable: true, description: 'Why it failed then.' })
  slackError!: string | null;
}

@InputType({ description: 'What to change; what is left out stays.' })
export class UpdateIncidentNoticesInput {
  @Field(() => Boolean, { nullable: true, description: 'Whether to tell by e-mail.' })
  email?: boolean | null;

  @Field(() => String, {
    nullable: true,
    description:
      'An https URL at a public address that takes messages as Slack’s incoming webhooks do; at most 2,048 characters. Null takes it away.',
  })
  slackUrl?: string | null;

  @Field(() => IncidentSeverity, { nullable: true, description: 'Tell of these and graver ones.' })
  leastSeverity?: IncidentSeverity | null;
}

@InputType({ description: 'What to try.' })
export class SendTestNoticeInput {
  @Field(() => IncidentNoticeChannel, {
    nullable: true,
    description: 'This way only; all that are set up when it is left out.',
  })
  channel?: IncidentNoticeChannel | null;
}

@ObjectType({ description: 'The setting as it is now.' })
export class IncidentNoticesPayload {
  @Field(() => IncidentNotices, { description: 'Whom the account tells of incidents.' })
  incidentNotices!: IncidentNotices;
}
