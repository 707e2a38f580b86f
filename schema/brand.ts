import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { createConnection } from './connection.js';
import { PromptInput } from './prompt.js';
import { Instant } from './scalars.js';

@ObjectType({ description: 'A name under which a brand or a rival is recognised in answers.' })
export class Alias {
  @Field(() => String, { description: 'The name as it is written.' })
  text!: string;

  @Field(() => Boolean, {
    description:
      'Whether letters must match in case: for names that are also words, such as Gap. Always so for names of one or two letters.',
  })
  caseSensitive!: boolean;

  @Field(() => Boolean, {
    description:
      'Whether a hit counts only beside another sign of the brand or a rival in the same answer.',
  })
  requiresContext!: boolean;

  @Field(() => [String], { description: 'Phrases that hold the name and mean something else.' })
  exclude!: readonly string[];
}

@ObjectType({
  description: 'A rival of a brand. Rank and share of voice depend on the rivals that are tracked.',
})
export class Competitor {
  @Field(() => ID, { description: 'Its id.' })
  id!: string;

  @Field(() => String, { description: 'Its name.' })
  name!: string;

  @Field(() => [Alias], {
    description: 'The names it is recognised by; its own name is among them.',
  })
  aliases!: Alias[];

  @Field(() => [String], {
    description:
      'Domains that are known to be its own, beside those that bear one of its names. Citations of them make citation gaps.',
  })
  domains!: string[];
}

@ObjectType({
  description:
    'A name nobody tracks that answers about the brand set in lists or in bold beside the tracked ones.',
})
export class CompetitorSuggestion {
  @Field(() => String, { description: 'The name as it was first read.' })
  name!: string;

  @Field(() => Int, { description: 'How many answers set it beside a tracked name.' })
  answers!: number;

  @Field(() => Instant, { description: 'When the first run that found it was completed.' })
  firstSeenAt!: Date;

  @Field(() => Instant, { description: 'When the last run that found it was completed.' })
  lastSeenAt!: Date;

  @Field(() => Boolean, { description: 'Whether the sandbox answered.' })
  sandbox!: boolean;
}

@ObjectType({ description: 'A brand whose visibility is measured.' })
export class Brand {
  @Field(() => ID, { description: 'Its id.' })
  id!: string;

  @Field(() => ID, { description: 'The user who made it; for a key, the user who made the key.' })
  userId!: string;

  @Field(() => String, { description: 'Its name; at most 200 characters.' })
  name!: string;

  @Field(() => String, { description: 'What it sells, in a few words.' })
  category!: string;

  @Field(() => String, {
    description: 'The language of the questions that were made for it, BCP 47.',
  })
  language!: string;

  @Field(() => String, { nullable: true, description: 'Its website; null when none was given.' })
  website!: string | null;

  @Field(() => Instant, { description: 'When it was made.' })
  createdAt!: Date;
}

@ObjectType({ description: 'A page of brands, newest first.' })
export class BrandConnection extends createConnection('Brand', Brand, 'brand') {}

@InputType({ description: 'A name under which a brand or a rival is recognised.' })
export class AliasInput {
  @Field(() => String, { description: 'The name as it is written.' })
  text!: string;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether letters must match in case; false unless given.',
  })
  caseSensitive?: boolean;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether a hit needs another sign of the brand or a rival; false unless given.',
  })
  requiresContext?: boolean;

  @Field(() => [String], {
    nullable: true,
    description: 'Phrases that hold the name and mean something else.',
  })
  exclude?: string[];
}

@InputType({ description: 'A rival to be tracked.' })
export class CompetitorInput {
  @Field(() => String, { description: 'Its name; at most 200 characters.' })
  name!: string;

  @Field(() => [AliasInput], { nullable: true, description: 'Further names it is recognised by.' })
  aliases?: AliasInput[] | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'Domains that are its own, such as example.com, at most 10; left out, those that are listed stay.',
  })
  domains?: string[] | null;
}

@InputType({ description: 'A brand to be made.' })
export class CreateBrandInput {
  @Field(() => String, { description: 'Its name; at most 200 characters.' })
  name!: string;

  @Field(() => String, { description: 'What it sells, in a few words; at most 200 characters.' })
  category!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Its website, an http or https URL; its domain counts as owned.',
  })
  website?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The language in which it is asked about, BCP 47; unless given, the one that the category’s script shows, else en.',
  })
  language?: string | null;

  @Field(() => [AliasInput], { nullable: true, description: 'Other names that it goes by.' })
  aliases?: AliasInput[] | null;

  @Field(() => [CompetitorInput], { nullable: true, description: 'Its rivals; at most 20.' })
  competitors?: CompetitorInput[] | null;

  @Field(() => [PromptInput], {
    nullable: true,
    description:
      'The prompts of its own pack, in place of the twelve that are made from its category; at most 200.',
  })
  prompts?: PromptInput[] | null;
}

@InputType({ description: 'What to change of a brand; what is left out stays.' })
export class UpdateBrandInput {
  @Field(() => ID, { description: 'The brand.' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'A new name.' })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'A new category.' })
  category?: string | null;

  @Field(() => String, { nullable: true, description: 'A new website; null removes it.' })
  website?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The language of prompts that are added from now on, BCP 47.',
  })
  language?: string | null;

  @Field(() => [AliasInput], { nullable: true, description: 'All its aliases anew.' })
  aliases?: AliasInput[] | null;

  @Field(() => [CompetitorInput], {
    nullable: true,
    description: 'All its rivals anew, at most 10; one that is named again keeps its id.',
  })
  competitors?: CompetitorInput[] | null;

  @Field(() => [String], { nullable: true, description: 'All its owned domains anew.' })
  ownedDomains?: string[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether a suspected incident may cost a run that confirms it.',
  })
  confirmIncidents?: boolean | null;
}

@InputType({ description: 'A name that is not to be suggested as a rival again.' })
export class DismissCompetitorSuggestionInput {
  @Field(() => ID, { description: 'The brand.' })
  brandId!: string;

  @Field(() => String, { description: 'The name; case and width do not count.' })
  name!: string;
}

@InputType({ description: 'The brand to be deleted.' })
export class DeleteBrandInput {
  @Field(() => ID, { description: 'The brand.' })
  id!: string;
}

@ObjectType({ description: 'The brand as it is now.' })
export class BrandPayload {
  @Field(() => Brand, { description: 'The brand.' })
  brand!: Brand;
}

@ObjectType({ description: 'What was deleted.' })
export class DeleteBrandPayload {
  @Field(() => ID, {
    description: 'The id it had. Its runs, answers and citations are being removed.',
  })
  id!: string;
}
