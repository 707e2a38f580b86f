import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { createConnection } from './connection.js';
import { Instant } from './scalars.js';

@ObjectType({ description: 'A wiki page as it was at one version.' })
class WikiVersion {
  @Field(() => Int, { description: 'From 1.' })
  version!: number;

  @Field(() => ID, { description: 'Who wrote it.' })
  userId!: string;

  @Field(() => String, { description: 'Its title.' })
  title!: string;

  @Field(() => String, { description: 'Its text, in Markdown.' })
  body!: string;

  @Field(() => Instant, { description: 'When it was written.' })
  createdAt!: Date;
}

@ObjectType({ description: 'A page of the list of a wiki page’s versions.' })
export class WikiVersionConnection extends createConnection(
  'WikiVersion',
  WikiVersion,
  'version',
) {}

@ObjectType({ description: 'A page of facts about a brand.' })
export class WikiPage {
  @Field(() => ID, { description: 'Its id.' })
  id!: string;

  @Field(() => ID, { description: 'The brand it is about.' })
  brandId!: string;

  @Field(() => String, { description: 'Its title.' })
  title!: string;

  @Field(() => String, { description: 'Its text, in Markdown.' })
  body!: string;

  @Field(() => Int, { description: 'Grows by one with each change, from 1.' })
  version!: number;

  @Field(() => Instant, { description: 'When it was made.' })
  createdAt!: Date;

  @Field(() => Instant, { description: 'When it was last changed.' })
  updatedAt!: Date;
}

@ObjectType({ description: 'A page of the list of wiki pages.' })
export class WikiPageConnection extends createConnection('WikiPage', WikiPage, 'wiki page') {}

@InputType({ description: 'A wiki page to be made.' })
export class CreateWikiPageInput {
  @Field(() => ID, { description: 'The brand it is about.' })
  brandId!: string;

  @Field(() => String, { description: 'Its title; at most 200 characters.' })
  title!: string;

  @Field(() => String, { description: 'Its text, in Markdown; at most 64 KiB.' })
  body!: string;
}

@InputType({ description: 'A wiki page to be changed; what is left out stays.' })
export class UpdateWikiPageInput {
  @Field(() => ID, { description: 'The page.' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'Its title; at most 200 characters.' })
  title?: string | null;

  @Field(() => String, { nullable: true, description: 'Its text, in Markdown; at most 64 KiB.' })
  body?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'The version that was edited; refused with CONFLICT when there is a newer one.',
  })
  version?: number | null;
}

@InputType({ description: 'A wiki page to be deleted.' })
export class DeleteWikiPageInput {
  @Field(() => ID, { description: 'The page.' })
  id!: string;
}

@ObjectType({ description: 'The page as it is now.' })
export class WikiPagePayload {
  @Field(() => WikiPage, { description: 'The page.' })
  wikiPage!: WikiPage;
}

@ObjectType({ description: 'What was deleted.' })
export class DeleteWikiPagePayload {
  @Field(() => ID, { description: 'The page’s id.' })
  id!: string;
}
