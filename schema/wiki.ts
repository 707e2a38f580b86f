import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { createConnection } from './connection.js';
import { Instant } from './scalars.js';

@ObjectType({ description: 'One version of a wiki page.' })
class WikiVersion {
  @Field(() => Int, { description: 'Number of the version, from 1.' })
  version!: number;

  @Field(() => ID, { description: 'Id of the user who wrote the version.' })
  userId!: string;

  @Field(() => String, { description: 'Title of the page.' })
  title!: string;

  @Field(() => String, { description: 'Text of the page, in Markdown.' })
  body!: string;

  @Field(() => Instant, { description: 'Time at which the version was written.' })
  createdAt!: Date;
}

@ObjectType({ description: 'A page of versions, newest first.' })
export class WikiVersionConnection extends createConnection(
  'WikiVersion',
  WikiVersion,
  'version',
) {}

@ObjectType({ description: 'A page of facts about a brand.' })
export class WikiPage {
  @Field(() => ID, { description: 'Unique id of the page.' })
  id!: string;

  @Field(() => ID, { description: 'Id of the brand.' })
  brandId!: string;

  @Field(() => String, { description: 'Title of the page.' })
  title!: string;

  @Field(() => String, { description: 'Text of the page, in Markdown.' })
  body!: string;

  @Field(() => Int, {
    description: 'Version of the page, from 1. Each change increases it by one.',
  })
  version!: number;

  @Field(() => Instant, { description: 'Time of creation.' })
  createdAt!: Date;

  @Field(() => Instant, { description: 'Time of the last change.' })
  updatedAt!: Date;
}

@ObjectType({ description: 'A page of wiki pages, newest first.' })
export class WikiPageConnection extends createConnection('WikiPage', WikiPage, 'wiki page') {}

@InputType({ description: 'A wiki page to create.' })
export class CreateWikiPageInput {
  @Field(() => ID, { description: 'Id of the brand.' })
  brandId!: string;

  @Field(() => String, { description: 'Title of the page, at most 200 characters.' })
  title!: string;

  @Field(() => String, { description: 'Text of the page, in Markdown; at most 64 KiB.' })
  body!: string;
}

@InputType({ description: 'Changes to a wiki page. Omitted fields remain unchanged.' })
export class UpdateWikiPageInput {
  @Field(() => ID, { description: 'Id of the page.' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'New title, at most 200 characters.' })
  title?: string | null;

  @Field(() => String, { nullable: true, description: 'New text, in Markdown; at most 64 KiB.' })
  body?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Version that the change is based on. A newer version is rejected with CONFLICT.',
  })
  version?: number | null;
}

@InputType({ description: 'The wiki page to delete.' })
export class DeleteWikiPageInput {
  @Field(() => ID, { description: 'Id of the page.' })
  id!: string;
}

@ObjectType({ description: 'The created or changed wiki page.' })
export class WikiPagePayload {
  @Field(() => WikiPage, { description: 'The page after the change.' })
  wikiPage!: WikiPage;
}

@ObjectType({ description: 'The deleted wiki page.' })
export class DeleteWikiPagePayload {
  @Field(() => ID, { description: 'Id of the deleted page.' })
  id!: string;
}
