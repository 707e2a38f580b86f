/** Roles of users in an account, highest first. Other spellings are not roles. */
export const ROLES = ['owner', 'admin', 'member', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

export const isRole = (value: unknown): value is Role => ROLES.includes(value as Role);

/** SQL condition that column `role` holds a valid role. */
export const IS_ROLE = `role in (${ROLES.map((role) => `'${role}'`).join(', ')})`;

/** A valid role, or null for any other value. Null grants no rights. */
export const toRole = (stored: string | null | undefined): Role | null =>
  isRole(stored) ? stored : null;

/** Owners and admins manage the members of an account. */
export const mayInvite = (role: Role | null): boolean => role === 'owner' || role === 'admin';

/** Nobody may give, take or remove a role above their own. */
export const mayGive = (own: Role | null, role: Role | null): boolean =>
  own !== null && role !== null && mayInvite(own) && ROLES.indexOf(role) >= ROLES.indexOf(own);
