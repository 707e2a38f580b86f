import { Authorized, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import { Account, Invitation, Me, Member, User } from '../schema/me.js';
import { type Context, requireCaller, requireScope, tenantOf } from '../src/request/context.js';
import { readMe } from '../src/services/accounts/account.js';
import { listInvitations, listMembers, type MemberRow } from '../src/services/accounts/team.js';
import { Unlimited } from './allowance.js';

@Resolver(() => Me)
export class MeResolver {
  @Authorized('read')
  @Unlimited()
  @Query(() => Me, { nullable: true, description: 'The caller, their account and their limits.' })
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
    description:
      'Members of the account, oldest membership first. With an API key, requires the scope admin; null without it.',
  })
  members(@Ctx() context: Context) {
    if (requireCaller(context).via === 'key') requireScope(context, 'admin');
    return listMembers(context.deps, tenantOf(context));
  }

  @FieldResolver(() => [Invitation], {
    nullable: true,
    complexity: 20,
    description:
      'Pending invitations to the account, newest first. Requires the scope admin, which owners and admins have; null without it.',
  })
  invitations(@Ctx() context: Context) {
    requireScope(context, 'admin');
    return listInvitations(context.deps, tenantOf(context));
  }
}

@Resolver(() => Member)
export class MemberResolver {
  @FieldResolver(() => User, {
    nullable: true,
    description: 'The person; null when the user was deleted.',
  })
  user(@Ctx() context: Context, @Root() { userId }: MemberRow) {
    return context.loaders().user.load(userId);
  }
}
