/** What a person may be in an account, the highest first. A role is one of these words, exactly. */
export const ROLES = ['owner', 'admin', 'member', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

export const isRole = (value: unknown): value is Role => ROLES.includes(value as Role);

/** The same in SQL, of a column `role`. */
export const IS_ROLE = `role in (${ROLES.map((role) => `'${role}'`).join(', ')})`;

/** What anything else in its place is: no role, which gives no right. */
export const toRole = (stored: string | null | undefined): Role | null =>
  isRole(stored) ? stored : null;

/** Owners and admins look after the members of an account. */
export const mayInvite = (role: Role | null): boolean => role === 'owner' || role === 'admin';

/** Nobody gives, takes or removes a role above their own. */
export const mayGive = (own: Role | null, role: Role | null): boolean =>
  own !== null && role !== null && mayInvite(own) && ROLES.indexOf(role) >= ROLES.indexOf(own);
