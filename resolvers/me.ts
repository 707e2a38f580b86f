import { Authorized, Ctx, Query, Resolver } from 'type-graphql';
import { Me } from '../schema/me.js';
import { type Context, requireCaller } from '../src/request/context.js';
import { readMe } from '../src/services/accounts/account.js';

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
