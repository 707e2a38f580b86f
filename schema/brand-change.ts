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
  description: 'What changed for a brand.',
  valuesConfig: {
    INCIDENT_OPENED: { description: 'An incident was opened.' },
    INCIDENT_RESOLVED: { description: 'An incident was resolved.' },
    CITATION_GAINED: {
      description: 'A domain began to be cited; chance would say so once in 100.',
    },
    CITATION_DROPPED: { description: 'A domain ceased to be cited; as sure as that.' },
    SUGGESTION_APPLIED: { description: 'A suggestion was marked as applied.' },
    PROMPTS_CHANGED: {
      description: 'A run asked a prompt pack for the first time, after others that asked another.',
    },
    SUGGESTION_MEASURED: { description: 'What a suggestion brought was measured.' },
    VISIBILITY_SHIFTED: {
      description: 'A platform names the brand more or less often from that day on.',
    },
  },
});

@ObjectType({ description: 'Something that changed for a brand.' })
export class BrandChange {
  @Field(() => BrandChangeKind, { description: 'What changed.' })
  kind!: BrandChangeKind;

  @Field(() => Instant, { description: 'When; of a shift, the day.' })
  at!: Date;

  @Field(() => String, {
    description:
      'The incident’s title, the domain, the platform, or how the suggestion’s content begins.',
  })
  subject!: string;

  @Field(() => ID, { nullable: true, description: 'The incident’s or the suggestion’s id.' })
  subjectId!: string | null;

  @Field(() => IncidentSeverity, { nullable: true, description: 'How bad the incident is.' })
  severity!: IncidentSeverity | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether the domain is the brand’s own.' })
  owned!: boolean | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'Visibility before the shift or the application, or the share of runs that cited the domain; 0 to 1.',
  })
  before!: number | null;

  @Field(() => Float, { nullable: true, description: 'The same after it.' })
  after!: number | null;
}
