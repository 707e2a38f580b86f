import { Arg, Ctx, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import { Authority } from '../schema/authority.js';
import { Brand } from '../schema/brand.js';
import { Citation } from '../schema/citation.js';
import { Incident } from '../schema/incident.js';
import { Picker } from '../schema/picker.js';
import { ProbeRun } from '../schema/probe-run.js';
import { Suggestion } from '../schema/suggestion.js';
import { WikiPage } from '../schema/wiki.js';
import type { Context } from '../src/request/context.js';
import type { ListedBrand } from '../src/services/brands/brand.js';
import { checkCount } from '../src/services/input/validate.js';
import { checkLimit, limitPicks } from '../src/services/picker/picker.js';
import { toListCost } from './connection.js';

/** Fields from a brand to its records, and back. Lists hold the latest entries; root fields page through all. */

const First = () =>
  Arg('first', () => Int, {
    defaultValue: 10,
    description: 'Maximum number of entries, 1 to 100.',
  });
const checkFirst = (first: number): number => checkCount('first', first, 1, 100);

interface OfBrand {
  brandId: string;
}
const brandOf = (context: Context, { brandId }: OfBrand) => context.loaders().brand.load(brandId);

@Resolver(() => Brand)
export class BrandGraphResolver {
  @FieldResolver(() => [ProbeRun], {
    complexity: toListCost,
    description:
      'Latest probe runs of the brand, newest first. The query probeRuns lists all of them.',
  })
  probeRuns(@Ctx() context: Context, @Root() { id }: ListedBrand, @First() first: number) {
    return context.loaders().latestRuns(checkFirst(first)).load(id);
  }

  @FieldResolver(() => [Suggestion], {
    complexity: toListCost,
    description:
      'Latest suggestions for the brand, newest first. The query suggestions lists all of them.',
  })
  suggestions(@Ctx() context: Context, @Root() { id }: ListedBrand, @First() first: number) {
    return context.loaders().latestSuggestions(checkFirst(first)).load(id);
  }

  @FieldResolver(() => [WikiPage], {
    complexity: toListCost,
    description:
      'Latest wiki pages of the brand, newest first. The query wikiPages lists all of them.',
  })
  wikiPages(@Ctx() context: Context, @Root() { id }: ListedBrand, @First() first: number) {
    return context.loaders().latestPages(checkFirst(first)).load(id);
  }

  @FieldResolver(() => [Citation], {
    complexity: toListCost,
    description:
      'Pages cited for the brand, newest discovery first. The query citations lists all of them.',
  })
  citations(
    @Ctx() context: Context,
    @Root() { id }: ListedBrand,
    @Arg('days', () => Int, {
      defaultValue: 7,
      description:
        'Length of the window in UTC days, including today; 1 to 90. The list holds pages cited in it.',
    })
    days: number,
    @First() first: number,
  ) {
    checkCount('days', days, 1, 90);
    return context.loaders().latestCitations(days, checkFirst(first)).load(id);
  }

  @FieldResolver(() => Authority, {
    nullable: true,
    complexity: ({ childComplexity }) => 20 + childComplexity,
    description:
      'Authority scores of the brand over the last 28 days; null when the brand was deleted meanwhile.',
  })
  authority(@Ctx() context: Context, @Root() { id }: ListedBrand) {
    return context.loaders().authority.load(id);
  }

  @FieldResolver(() => Picker, {
    nullable: true,
    complexity: ({ args, childComplexity }) => 20 + args.limit * childComplexity,
    description:
      'Prompts whose next answer is expected to be most informative; null when the brand has no pack.',
  })
  async picker(
    @Ctx() context: Context,
    @Root() { id }: ListedBrand,
    @Arg('limit', () => Int, {
      defaultValue: 10,
      description: 'Maximum number of prompts, 1 to 200.',
    })
    limit: number,
  ) {
    checkLimit(limit);
    const picker = await context.loaders().picker.load(id);
    return picker && limitPicks(picker, limit);
  }
}

@Resolver(() => Citation)
export class CitationBrandResolver {
  @FieldResolver(() => Brand, {
    nullable: true,
    description: 'Brand that the page was cited for; null when it was deleted.',
  })
  brand(@Ctx() context: Context, @Root() citation: OfBrand) {
    return brandOf(context, citation);
  }
}

@Resolver(() => Incident)
export class IncidentBrandResolver {
  @FieldResolver(() => Brand, {
    nullable: true,
    description: 'Brand that the incident concerns; null when it was deleted.',
  })
  brand(@Ctx() context: Context, @Root() incident: OfBrand) {
    return brandOf(context, incident);
  }
}

@Resolver(() => Suggestion)
export class SuggestionBrandResolver {
  @FieldResolver(() => Brand, {
    nullable: true,
    description: 'Brand of the suggestion; null when it was deleted.',
  })
  brand(@Ctx() context: Context, @Root() suggestion: OfBrand) {
    return brandOf(context, suggestion);
  }
}

@Resolver(() => WikiPage)
export class WikiPageBrandResolver {
  @FieldResolver(() => Brand, {
    nullable: true,
    description: 'Brand that the page describes; null when it was deleted.',
  })
  brand(@Ctx() context: Context, @Root() page: OfBrand) {
    return brandOf(context, page);
  }
}
