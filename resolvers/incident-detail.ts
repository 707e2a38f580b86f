import {
  Authorized,
  Ctx,
  FieldResolver,
  Mutation,
  Query,
  Resolver,
  Root,
  Subscription,
} from 'type-graphql';
import { Answer } from '../schema/answer.js';
import {
  Incident,
  IncidentChange,
  IncidentEvidence,
  IncidentNote,
  IncidentPayload,
  UpdateIncidentInput,
} from '../schema/incident.js';
import { type Context, requireCaller, tenantOf } from '../src/request/context.js';
import { findIncident, type IncidentRow } from '../src/services/incidents/incident.js';
import type { IncidentEvidenceRow } from '../src/services/incidents/incident-detail.js';
import { updateIncident } from '../src/services/incidents/update-incident.js';
import { checkCount } from '../src/services/input/validate.js';
import { BrandId, First, Id, InputArg } from './arguments.js';
import { toListCost } from './connection.js';

interface Following {
  args: { brandId: string };
  context: Context;
}

@Resolver(() => Incident)
export class IncidentDetailResolver {
  @Authorized('read')
  @Query(() => Incident, { nullable: true, description: 'An incident of the account.' })
  incident(@Ctx() context: Context, @Id() id: string) {
    return findIncident(context.deps, tenantOf(context), id);
  }

  @Authorized('write')
  @Mutation(() => IncidentPayload, { description: 'Changes the status of an incident.' })
  async updateIncident(
    @Ctx() context: Context,
    @InputArg(UpdateIncidentInput, 'The new status.') { id, ...change }: UpdateIncidentInput,
  ) {
    return { incident: await updateIncident(context.deps, requireCaller(context), id, change) };
  }

  @Authorized('read')
  @Subscription(() => IncidentChange, {
    description: 'Changes of a brand’s incidents. The first event lists the unresolved ones.',
    subscribe: ({ args, context }: Following) =>
      context.follow.incidents(tenantOf(context), args.brandId),
  })
  incidentChanged(
    @Ctx() context: Context,
    @Root() change: IncidentChange,
    @BrandId() _brandId: string,
  ) {
    context.forget();
    return change;
  }

  @FieldResolver(() => [IncidentEvidence], {
    complexity: toListCost,
    description:
      'Answers that support the incident, newest first. At most the newest 100 are linked.',
  })
  evidence(@Ctx() context: Context, @Root() incident: IncidentRow, @First(20) first: number = 20) {
    checkCount('first', first, 1, 100);
    return context.loaders().incidentEvidence(first).load(incident.id);
  }

  @FieldResolver(() => [IncidentNote], {
    complexity: 10,
    description: 'Status changes of the incident with their notes, oldest first.',
  })
  notes(@Ctx() context: Context, @Root() incident: IncidentRow) {
    return context.loaders().incidentNotes.load(incident.id);
  }
}

@Resolver(() => IncidentEvidence)
export class IncidentEvidenceResolver {
  @FieldResolver(() => Answer, {
    nullable: true,
    description: 'The answer; null when its run was deleted.',
  })
  answer(@Ctx() context: Context, @Root() evidence: IncidentEvidenceRow) {
    return context.loaders().answer.load(evidence);
  }
}
