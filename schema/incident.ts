import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Instant } from './scalars.js';

export enum IncidentSeverity {
  LOW = 'low',
  MEDIUM = 'medium',
  HIGH = 'high',
  CRITICAL = 'critical',
}
registerEnumType(IncidentSeverity, {
  name: 'IncidentSeverity',
  description: 'How bad an incident is.',
  valuesConfig: {
    LOW: { description: 'Worth knowing.' },
    MEDIUM: { description: 'Worth a look.' },
    HIGH: { description: 'Needs somebody.' },
    CRITICAL: { description: 'Needs somebody now.' },
  },
});

export enum IncidentStatus {
  OPEN = 'open',
  INVESTIGATING = 'investigating',
  RESOLVED = 'resolved',
}
registerEnumType(IncidentStatus, {
  name: 'IncidentStatus',
  description: 'Where an incident stands.',
  valuesConfig: {
    OPEN: { description: 'Nobody looks into it yet.' },
    INVESTIGATING: { description: 'Somebody does.' },
    RESOLVED: { description: 'It is over; it never opens again.' },
  },
});

@ObjectType({ description: 'Something that goes wrong for a brand.' })
export class Incident {
  @Field(() => ID, { description: 'Its id.' })
  id!: string;

  @Field(() => ID, { description: 'The brand.' })
  brandId!: string;

  @Field(() => String, { description: 'What it is; more kinds may come.' })
  type!: string;

  @Field(() => IncidentSeverity, { description: 'How bad it is.' })
  severity!: IncidentSeverity;

  @Field(() => IncidentStatus, { description: 'Where it stands.' })
  status!: IncidentStatus;

  @Field(() => String, { description: 'It in a few words.' })
  title!: string;

  @Field(() => Int, { description: 'Answers that speak for it.' })
  evidenceCount!: number;

  @Field(() => Boolean, { description: 'Whether it was found in the sandbox’s answers.' })
  sandbox!: boolean;

  @Field(() => Instant, { description: 'When it was found.' })
  openedAt!: Date;

  @Field(() => Instant, { nullable: true, description: 'When it was over; null before.' })
  resolvedAt!: Date | null;
}

@ObjectType({ description: 'Incidents, the most severe first, then the newest.' })
export class IncidentList {
  @Field(() => [Incident], { description: 'As many as were asked for.' })
  nodes!: Incident[];

  @Field(() => Int, { description: 'How many there are in all.' })
  totalCount!: number;
}

@ObjectType({ description: 'An answer that speaks for an incident.' })
export class IncidentEvidence {
  @Field(() => ID, { description: 'The run that it belongs to.' })
  runId!: string;

  @Field(() => String, { description: 'The platform that gave it.' })
  platform!: string;

  @Field(() => ID, { description: 'The prompt that it answers.' })
  promptId!: string;

  @Field(() => Int, { description: 'Which sample of the prompt, from 0.' })
  repeat!: number;

  @Field(() => Instant, { description: 'When its run was started.' })
  runAt!: Date;
}

@ObjectType({ description: 'A step in what became of an incident.' })
export class IncidentNote {
  @Field(() => IncidentStatus, { description: 'Where the incident stood from then on.' })
  status!: IncidentStatus;

  @Field(() => String, { description: 'What was noted; it may be empty.' })
  note!: string;

  @Field(() => ID, { nullable: true, description: 'Who did it; null for the sentinel itself.' })
  userId!: string | null;

  @Field(() => Instant, { description: 'When.' })
  createdAt!: Date;
}

@InputType({ description: 'What becomes of an incident.' })
export class UpdateIncidentInput {
  @Field(() => ID, { description: 'The incident.' })
  id!: string;

  @Field(() => IncidentStatus, {
    description:
      'From open to investigating or resolved, from investigating to resolved; anything else is a CONFLICT.',
  })
  status!: IncidentStatus;

  @Field(() => String, { nullable: true, description: 'Why; at most 4,000 characters.' })
  note?: string | null;
}

@ObjectType({ description: 'The incident as it is now.' })
export class IncidentPayload {
  @Field(() => Incident, { description: 'The incident.' })
  incident!: Incident;
}

@ObjectType({
  description:
    'News of a brand’s incidents. The first event is what is not over on subscribing, with no incident of its own.',
})
export class IncidentChange {
  @Field(() => Int, { description: 'Grows with every change of the brand’s incidents.' })
  sequence!: number;

  @Field(() => Incident, {
    nullable: true,
    description: 'The incident that is new or has changed; null in the first event.',
  })
  incident!: Incident | null;

  @Field(() => [Incident], {
    description: 'All that are not over, the most severe first; at most 100.',
  })
  open!: Incident[];
}
