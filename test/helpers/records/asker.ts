import type { Tenant } from '../../../src/deps.js';
import { newId } from '../../../src/domain/accounts/id.js';
import { createFollow } from '../../../src/follow/follow.js';
import type { Caller } from '../../../src/request/caller.js';
import { type Context, createContextFactory } from '../../../src/request/context.js';
import type { TestApp } from '../app.js';

/** Creates request contexts for callers, as the transports do. */
export function createAskers(app: TestApp) {
  const follow = createFollow(app.deps);
  const createContext = createContextFactory(app.deps, follow, new AbortController().signal);
  const contextOf = (caller: Caller | null, address = '192.0.2.1'): Context =>
    createContext({ caller, address, requestId: 'r', headers: {} });
  const caller = (tenant: Tenant, via: Caller['via']): Caller => ({
    accountId: tenant.accountId,
    environment: tenant.environment,
    userId: newId(),
    via,
    role: via === 'key' ? null : 'owner',
    scopes: ['read', 'write'],
    keyId: via === 'key' ? newId() : null,
    prefix: null,
    setCookies: [],
  });
  return {
    stranger: (address?: string) => contextOf(null, address),
    person: (tenant: Tenant) => contextOf(caller(tenant, 'session')),
    key: (tenant: Tenant) => contextOf(caller(tenant, 'key')),
    /** Context of the next request of the same caller. */
    again: ({ caller: known, address }: Context) => contextOf(known, address),
    dispose: () => follow.dispose(),
  };
}
