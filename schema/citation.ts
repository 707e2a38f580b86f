import { Field, ID, Int, ObjectType } from 'type-graphql';
import { createConnection } from './connection.js';
import { Instant } from './scalars.js';

@ObjectType({ description: 'A source link that a platform cited for a prompt of a brand.' })
export class Citation {
  @Field(() => ID, { description: 'The same for the same brand, platform, link and prompt.' })
  id!: string;

  @Field(() => ID, { description: 'The brand.' })
  brandId!: string;

  @Field(() => String, { description: 'The platform that cited it.' })
  platform!: string;

  @Field(() => String, { description: 'The link in canonical form.' })
  sourceUrl!: string;

  @Field(() => String, { description: 'Its registrable domain.' })
  sourceDomain!: string;

  @Field(() => String, { description: 'SHA-256 of the prompt’s text and locale.' })
  promptHash!: string;

  @Field(() => Instant, { description: 'When it was first seen.' })
  discoveredAt!: Date;

  @Field(() => String, { description: 'The words around it.' })
  context!: string;

  @Field(() => Boolean, { description: 'Whether the domain is the brand’s own.' })
  owned!: boolean;

  @Field(() => Boolean, { description: 'Whether the sandbox cited it.' })
  sandbox!: boolean;
}

@ObjectType({ description: 'Citations of one day.' })
export class CitationDay {
  @Field(() => String, { description: 'The UTC day, YYYY-MM-DD.' })
  date!: string;

  @Field(() => Int, { description: 'Links first seen on it.' })
  count!: number;
}

@ObjectType({ description: 'A page of citations, newest first.' })
export class CitationConnection extends createConnection('Citation', Citation, 'citation') {
  @Field(() => Int, { description: 'The days that were looked at, today included.' })
  windowDays!: number;
}
