import { Authorized, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import { Account, Invitation, Me, Member, User } from '../schema/me.js';
import { type Context, requireCaller, requireScope, tenantOf } from '../src/request/context.js';
import { readMe } from '../src/services/accounts/account.js';
import { listInvitations, listMembers, type MemberRow } from '../src/services/accounts/team.js';

@Resolver(() => Me)
export class MeResolver {
  @Authorized('read')
  @Query(() => Me, { nullable: true, description: 'Who the caller is and what they may use.' })
  async me(@Ctx() context: Context) {
    const caller = requireCaller(context);
    const { user, account } = await readMe(context.deps, caller);
    return {
      user,
      account: { ...account, role: caller.role },
      auth: {
        type: caller.via,
        keyId: caller.keyId,
        prefix: caller.prefix,
        environment: caller.environment,
        scopes: caller.scopes,
      },
      limits: account.limits,
      emailConfirmed: user.emailConfirmed,
      engineAccess: account.engineAccess,
    };
  }
}

@Resolver(() => Account)
export class AccountResolver {
  @FieldResolver(() => [Member], {
    nullable: true,
    complexity: 20,
    description: 'Who is in it, the first one first; for people, and for keys of the scope admin.',
  })
  members(@Ctx() context: Context) {
    if (requireCaller(context).via === 'key') requireScope(context, 'admin');
    return listMembers(context.deps, tenantOf(context));
  }

  @FieldResolver(() => [Invitation], {
    nullable: true,
    complexity: 20,
    description:
      'Who has been asked into it and can still join, newest first; for owners and admins.',
  })
  invitations(@Ctx() context: Context) {
    requireScope(context, 'admin');
    return listInvitations(context.deps, tenantOf(context));
  }
}

@Resolver(() => Member)
export class MemberResolver {
  @FieldResolver(() => User, { nullable: true, description: 'The person.' })
  user(@Ctx() context: Context, @Root() { userId }: MemberRow) {
    return context.loaders().user.load(userId);
  }
}
