import type { Role } from './role.js';

export const KEY_SCOPES = ['read', 'write', 'admin'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

const OF_ROLE: Record<Role, readonly KeyScope[]> = {
  owner: ['read', 'write', 'admin'],
  admin: ['read', 'write', 'admin'],
  member: ['read', 'write'],
  viewer: ['read'],
};

/** `write` includes `read`; `admin` includes both. */
const INCLUDED: Record<KeyScope, readonly KeyScope[]> = {
  read: ['read'],
  write: ['read', 'write'],
  admin: ['read', 'write', 'admin'],
};

/** Scopes of a role; none without a role. */
export const scopesOfRole = (role: Role | null): readonly KeyScope[] =>
  role === null ? [] : OF_ROLE[role];

/**
 * Effective scopes of a key: its own scopes with all they include, limited to the current role of its
 * creator.
 */
export function scopesOfKey(own: readonly KeyScope[], maker: Role): readonly KeyScope[] {
  const included = new Set(own.flatMap((scope) => INCLUDED[scope]));
  return OF_ROLE[maker].filter((scope) => included.has(scope));
}
