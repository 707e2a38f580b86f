import { Field, Float, ID, ObjectType, registerEnumType } from 'type-graphql';
import { IncidentSeverity } from './incident.js';
import { Instant } from './scalars.js';

export enum BrandChangeKind {
  INCIDENT_OPENED = 'incident_opened',
  INCIDENT_RESOLVED = 'incident_resolved',
  CITATION_GAINED = 'citation_gained',
  CITATION_DROPPED = 'citation_dropped',
  SUGGESTION_APPLIED = 'suggestion_applied',
  PROMPTS_CHANGED = 'prompts_changed',
  SUGGESTION_MEASURED = 'suggestion_measured',
  VISIBILITY_SHIFTED = 'visibility_shifted',
}
registerEnumType(BrandChangeKind, {
  name: 'BrandChangeKind',
  description: 'Kind of change.',
  valuesConfig: {
    INCIDENT_OPENED: { description: 'An incident was opened.' },
    INCIDENT_RESOLVED: { description: 'An incident was resolved.' },
    CITATION_GAINED: {
      description:
        'Answers began to cite a domain. The probability of a chance finding is below 1 %.',
    },
    CITATION_DROPPED: {
      description:
        'Answers stopped citing a domain. The probability of a chance finding is below 1 %.',
    },
    SUGGESTION_APPLIED: { description: 'A suggestion was marked as applied.' },
    PROMPTS_CHANGED: {
      description:
        'A run asked a prompt pack for the first time, after earlier runs asked another pack.',
    },
    SUGGESTION_MEASURED: { description: 'The uplift of a suggestion was measured.' },
    VISIBILITY_SHIFTED: {
      description: 'From that day on, a platform names the brand more often or less often.',
    },
  },
});

@ObjectType({ description: 'A change in the measurements of a brand.' })
export class BrandChange {
  @Field(() => BrandChangeKind, { description: 'Kind of change.' })
  kind!: BrandChangeKind;

  @Field(() => Instant, {
    description: 'Time of the change; for a shift of visibility, the start of the day.',
  })
  at!: Date;

  @Field(() => String, {
    description:
      'Title of the incident, domain, platform, name of the prompt pack, or first 80 characters of the suggestion’s content.',
  })
  subject!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'Id of the incident, suggestion or prompt pack; null for domains and platforms.',
  })
  subjectId!: string | null;

  @Field(() => IncidentSeverity, {
    nullable: true,
    description: 'Severity of the incident; null for other changes.',
  })
  severity!: IncidentSeverity | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the domain is one of the brand’s own; null for other changes.',
  })
  owned!: boolean | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'Visibility before the shift or application, or share of runs that cited the domain, from 0 to 1; null for other changes.',
  })
  before!: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'Visibility after the shift or application, or share of runs that cite the domain, from 0 to 1; null for other changes.',
  })
  after!: number | null;
}
