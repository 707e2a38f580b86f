import { Arg, Authorized, Ctx, FieldResolver, Int, Query, Resolver, Root } from 'type-graphql';
import { Brand } from '../schema/brand.js';
import { IncidentList, IncidentSeverity, IncidentStatus } from '../schema/incident.js';
import { type Context, tenantOf } from '../src/request/context.js';
import { findBrand, type ListedBrand } from '../src/services/brands/brand.js';
import { type IncidentFilter, MOST_INCIDENTS } from '../src/services/incidents/incident.js';
import { checkCount } from '../src/services/input/validate.js';
import { Limited } from './allowance.js';
import { BrandId } from './arguments.js';
import { toListCost } from './connection.js';
import { limited } from './limited.js';

const toCost = ({
  args,
  childComplexity,
}: {
  args: { first?: number };
  childComplexity: number;
}): number => toListCost({ args: { first: Math.min(args.first ?? 0, 100) }, childComplexity });

const Severity = () =>
  Arg('severity', () => IncidentSeverity, {
    nullable: true,
    description: 'Only incidents of this severity.',
  });
const Status = () =>
  Arg('status', () => IncidentStatus, {
    nullable: true,
    description: 'Only incidents with this status. Default: all unresolved incidents.',
  });
const First = (defaultValue: number) =>
  Arg('first', () => Int, { defaultValue, description: 'Maximum number of entries, 1 to 1,000.' });

/** `totalCount` is counted on demand. */
async function listIncidents(
  context: Context,
  brandId: string,
  filter: IncidentFilter,
  first: number,
) {
  const loaders = context.loaders();
  const nodes = await loaders.incidents(filter, first).load(brandId);
  return {
    nodes,
    get totalCount() {
      return loaders.incidentCount(filter).load(brandId);
    },
  };
}

@Resolver(() => Brand)
export class IncidentResolver {
  @Authorized('read')
  @Limited('v1', { byResolver: true })
  @Query(() => IncidentList, {
    complexity: toCost,
    description: 'Incidents of a brand, most severe first, then newest first.',
  })
  async incidents(
    @Ctx() context: Context,
    @BrandId() brandId: string,
    @Severity() severity: IncidentSeverity | null = null,
    @Status() status: IncidentStatus | null = null,
    @First(100) first: number = 100,
  ) {
    checkCount('first', first, 1, MOST_INCIDENTS);
    return limited(context, 'v1', async () => {
      const brand = await findBrand(context.deps, tenantOf(context), brandId);
      return listIncidents(context, brand.id, { severity, status }, first);
    });
  }

  @FieldResolver(() => IncidentList, {
    name: 'incidents',
    complexity: toCost,
    description: 'Incidents of the brand, most severe first, then newest first.',
  })
  ofBrand(
    @Ctx() context: Context,
    @Root() brand: ListedBrand,
    @Severity() severity: IncidentSeverity | null = null,
    @Status() status: IncidentStatus | null = null,
    @First(20) first: number = 20,
  ) {
    checkCount('first', first, 1, MOST_INCIDENTS);
    return listIncidents(context, brand.id, { severity, status }, first);
  }
}
