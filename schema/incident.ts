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
  description: 'Severity of an incident, by effect and reach.',
  valuesConfig: {
    LOW: { description: 'For information.' },
    MEDIUM: { description: 'Worth a review.' },
    HIGH: { description: 'Needs action.' },
    CRITICAL: { description: 'Needs immediate action.' },
  },
});

export enum IncidentStatus {
  OPEN = 'open',
  INVESTIGATING = 'investigating',
  RESOLVED = 'resolved',
}
registerEnumType(IncidentStatus, {
  name: 'IncidentStatus',
  description: 'Status of an incident.',
  valuesConfig: {
    OPEN: { description: 'Nobody is investigating the incident yet.' },
    INVESTIGATING: { description: 'Somebody is investigating the incident.' },
    RESOLVED: { description: 'The incident is over. It cannot be reopened.' },
  },
});

@ObjectType({ description: 'A confirmed, unexpected change in how engines speak of a brand.' })
export class Incident {
  @Field(() => ID, { description: 'Unique id of the incident.' })
  id!: string;

  @Field(() => ID, { description: 'Id of the brand.' })
  brandId!: string;

  @Field(() => String, { description: 'Type of incident. Clients should accept unknown types.' })
  type!: string;

  @Field(() => IncidentSeverity, { description: 'Severity of the incident.' })
  severity!: IncidentSeverity;

  @Field(() => IncidentStatus, { description: 'Status of the incident.' })
  status!: IncidentStatus;

  @Field(() => String, { description: 'Summary of the incident in a few words.' })
  title!: string;

  @Field(() => Int, { description: 'Number of answers that support the incident.' })
  evidenceCount!: number;

  @Field(() => Boolean, { description: 'Whether the answers come from the sandbox.' })
  sandbox!: boolean;

  @Field(() => Instant, { description: 'Time at which the incident was opened.' })
  openedAt!: Date;

  @Field(() => Instant, {
    nullable: true,
    description: 'Time at which the incident was resolved; null until then.',
  })
  resolvedAt!: Date | null;
}

@ObjectType({ description: 'Incidents, most severe first, then newest first.' })
export class IncidentList {
  @Field(() => [Incident], { description: 'Incidents, up to `first`.' })
  nodes!: Incident[];

  @Field(() => Int, { description: 'Number of incidents that match the filter.' })
  totalCount!: number;
}

@ObjectType({ description: 'An answer that supports an incident.' })
export class IncidentEvidence {
  @Field(() => ID, { description: 'Id of the run that the answer belongs to.' })
  runId!: string;

  @Field(() => String, { description: 'Id of the platform that answered, such as chatgpt.' })
  platform!: string;

  @Field(() => ID, { description: 'Id of the prompt that was asked.' })
  promptId!: string;

  @Field(() => Int, { description: 'Index of the sample of the prompt in the run, from 0.' })
  repeat!: number;

  @Field(() => Instant, { description: 'Time at which the run was queued.' })
  runAt!: Date;
}

@ObjectType({ description: 'A change of an incident’s status, with a note.' })
export class IncidentNote {
  @Field(() => IncidentStatus, { description: 'Status of the incident after the change.' })
  status!: IncidentStatus;

  @Field(() => String, { description: 'Text of the note; may be empty.' })
  note!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'Id of the user who made the change; null when the sentinel made it.',
  })
  userId!: string | null;

  @Field(() => Instant, { description: 'Time of the change.' })
  createdAt!: Date;
}

@InputType({ description: 'A change of an incident’s status.' })
export class UpdateIncidentInput {
  @Field(() => ID, { description: 'Id of the incident.' })
  id!: string;

  @Field(() => IncidentStatus, {
    description:
      'New status: investigating or resolved from open, resolved from investigating. Any other change is a CONFLICT.',
  })
  status!: IncidentStatus;

  @Field(() => String, {
    nullable: true,
    description: 'Reason for the change, at most 4,000 characters.',
  })
  note?: string | null;
}

@ObjectType({ description: 'The changed incident.' })
export class IncidentPayload {
  @Field(() => Incident, { description: 'The incident after the change.' })
  incident!: Incident;
}

@ObjectType({
  description:
    'A change of a brand’s incidents. The first event lists the unresolved incidents and has no `incident`.',
})
export class IncidentChange {
  @Field(() => Int, {
    description: 'Number that increases with every change of the brand’s incidents.',
  })
  sequence!: number;

  @Field(() => Incident, {
    nullable: true,
    description: 'The new or changed incident; null in the first event.',
  })
  incident!: Incident | null;

  @Field(() => [Incident], { description: 'Unresolved incidents, most severe first; at most 100.' })
  open!: Incident[];
}
