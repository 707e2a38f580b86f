import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { createConnection } from './connection.js';
import { PromptInput } from './prompt.js';
import { Instant } from './scalars.js';

@ObjectType({ description: 'A name by which answers are searched for a brand or a rival.' })
export class Alias {
  @Field(() => String, { description: 'The name as written.' })
  text!: string;

  @Field(() => Boolean, {
    description:
      'Whether upper and lower case must match, for names that are also words, such as Gap. Always true for names of one or two letters.',
  })
  caseSensitive!: boolean;

  @Field(() => Boolean, {
    description:
      'Whether a match counts only when another name of the brand or a rival occurs in the same answer.',
  })
  requiresContext!: boolean;

  @Field(() => [String], { description: 'Phrases that contain the name but mean something else.' })
  exclude!: readonly string[];

  @Field(() => [String], {
    nullable: true,
    description: 'Generated variants that answers are not searched for; null if all are.',
  })
  without?: readonly string[] | null;
}

@ObjectType({ description: 'How answers are searched for a name.' })
export class NameSearch {
  @Field(() => [String], {
    description:
      'Generated variants, which also count as the name: without accents, legal form or hyphens, for example.',
  })
  variants!: string[];

  @Field(() => Boolean, {
    description:
      'Whether a dictionary holds the name. A match then needs a capital, and counts without other context only where the sentence shows that it is a name.',
  })
  commonWord!: boolean;
}

@ObjectType({
  description: 'A rival of a brand. Rank and share of voice depend on the tracked rivals.',
})
export class Competitor {
  @Field(() => ID, { description: 'Unique id of the rival.' })
  id!: string;

  @Field(() => String, { description: 'Name of the rival.' })
  name!: string;

  @Field(() => [Alias], {
    description: 'Names that the rival is recognised by, including its own name.',
  })
  aliases!: Alias[];

  @Field(() => [String], {
    description:
      'Domains listed as the rival’s own. Domains that contain one of its names also count as its own in citation gaps.',
  })
  domains!: string[];
}

@ObjectType({
  description:
    'An untracked name that answers about the brand place beside tracked names, in lists or in bold.',
})
export class CompetitorSuggestion {
  @Field(() => String, { description: 'The name, spelled as in its first occurrence.' })
  name!: string;

  @Field(() => Int, { description: 'Number of answers that place the name beside a tracked name.' })
  answers!: number;

  @Field(() => Instant, { description: 'Completion time of the first run that found the name.' })
  firstSeenAt!: Date;

  @Field(() => Instant, { description: 'Completion time of the latest run that found the name.' })
  lastSeenAt!: Date;

  @Field(() => Boolean, { description: 'Whether the answers come from the sandbox.' })
  sandbox!: boolean;
}

@ObjectType({ description: 'A brand whose visibility is measured.' })
export class Brand {
  @Field(() => ID, { description: 'Unique id of the brand.' })
  id!: string;

  @Field(() => ID, {
    description:
      'Id of the user who created the brand. For an API key, the user who created the key.',
  })
  userId!: string;

  @Field(() => String, { description: 'Name of the brand, at most 200 characters.' })
  name!: string;

  @Field(() => String, { description: 'Product category of the brand, in a few words.' })
  category!: string;

  @Field(() => String, {
    description: 'Language in which prompts for the brand are generated, as a BCP 47 tag.',
  })
  language!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Website of the brand; null when none was given.',
  })
  website!: string | null;

  @Field(() => Instant, { description: 'Time of creation.' })
  createdAt!: Date;
}

@ObjectType({ description: 'A page of brands, newest first.' })
export class BrandConnection extends createConnection('Brand', Brand, 'brand') {}

@InputType({ description: 'A name by which answers are searched for a brand or a rival.' })
export class AliasInput {
  @Field(() => String, { description: 'The name as written.' })
  text!: string;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether upper and lower case must match. Default: false.',
  })
  caseSensitive?: boolean;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether a match counts only beside another name of the brand or a rival. Default: false.',
  })
  requiresContext?: boolean;

  @Field(() => [String], {
    nullable: true,
    description: 'Phrases that contain the name but mean something else.',
  })
  exclude?: string[];

  @Field(() => [String], {
    nullable: true,
    description: 'Generated variants to leave out of the search, as `nameSearch` lists them.',
  })
  without?: string[];
}

@InputType({ description: 'A rival to track.' })
export class CompetitorInput {
  @Field(() => String, { description: 'Name of the rival, at most 200 characters.' })
  name!: string;

  @Field(() => [AliasInput], { nullable: true, description: 'Further names of the rival.' })
  aliases?: AliasInput[] | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'Domains of the rival, such as example.com; at most 10. When omitted, the listed domains remain.',
  })
  domains?: string[] | null;
}

@InputType({ description: 'A brand to create.' })
export class CreateBrandInput {
  @Field(() => String, { description: 'Name of the brand, at most 200 characters.' })
  name!: string;

  @Field(() => String, { description: 'Product category in a few words, at most 200 characters.' })
  category!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Website of the brand, an http or https URL. Its domain counts as owned.',
  })
  website?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Language of the generated prompts, as a BCP 47 tag. Default: the language that the script of the category implies, otherwise en.',
  })
  language?: string | null;

  @Field(() => [AliasInput], { nullable: true, description: 'Further names of the brand.' })
  aliases?: AliasInput[] | null;

  @Field(() => [CompetitorInput], { nullable: true, description: 'Rivals to track, at most 20.' })
  competitors?: CompetitorInput[] | null;

  @Field(() => [PromptInput], {
    nullable: true,
    description:
      'Prompts of the brand’s own pack, at most 200. Default: twelve prompts generated from the category.',
  })
  prompts?: PromptInput[] | null;
}

@InputType({ description: 'Changes to a brand. Omitted fields remain unchanged.' })
export class UpdateBrandInput {
  @Field(() => ID, { description: 'Id of the brand.' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'New name, at most 200 characters.' })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'New category, at most 200 characters.' })
  category?: string | null;

  @Field(() => String, { nullable: true, description: 'New website; null removes it.' })
  website?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Language of prompts added from now on, as a BCP 47 tag.',
  })
  language?: string | null;

  @Field(() => [AliasInput], { nullable: true, description: 'Complete new list of aliases.' })
  aliases?: AliasInput[] | null;

  @Field(() => [CompetitorInput], {
    nullable: true,
    description: 'Complete new list of rivals, at most 20. A rival listed again keeps its id.',
  })
  competitors?: CompetitorInput[] | null;

  @Field(() => [String], { nullable: true, description: 'Complete new list of owned domains.' })
  ownedDomains?: string[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether a suspected incident starts a run that confirms or refutes it.',
  })
  confirmIncidents?: boolean | null;
}

@InputType({ description: 'A competitor suggestion to dismiss.' })
export class DismissCompetitorSuggestionInput {
  @Field(() => ID, { description: 'Id of the brand.' })
  brandId!: string;

  @Field(() => String, { description: 'Suggested name. Case and character width are ignored.' })
  name!: string;
}

@InputType({ description: 'The brand to delete.' })
export class DeleteBrandInput {
  @Field(() => ID, { description: 'Id of the brand.' })
  id!: string;
}

@ObjectType({ description: 'The created or changed brand.' })
export class BrandPayload {
  @Field(() => Brand, { description: 'The brand after the change.' })
  brand!: Brand;
}

@ObjectType({ description: 'The deleted brand.' })
export class DeleteBrandPayload {
  @Field(() => ID, {
    description:
      'Id of the deleted brand. Its runs, answers and citations are deleted in the background.',
  })
  id!: string;
}
