import { timingSafeEqual } from 'node:crypto';
import { createDigest } from '../config/secret-key.js';
import { type Db, type Statement, SYSTEM } from '../database/db.js';
import { isId } from '../domain/accounts/id.js';
import { toInviteLink } from '../domain/accounts/links.js';
import { mayGive, type Role, toRole } from '../domain/accounts/role.js';

export interface Invitation {
  id: string;
  accountId: string;
  /** Lower case, as the sign-in library stores addresses. */
  email: string;
  role: Role | null;
  /** Current role of the inviter in the account; null without one. */
  inviterRole: Role | null;
  /** Whether it is neither answered nor withdrawn nor expired. */
  isPending: boolean;
}

/** Whether it can be accepted. An inviter who has since lost the right to give the role makes it invalid. */
export const isOpen = ({ isPending, inviterRole, role }: Invitation): boolean =>
  isPending && mayGive(inviterRole, role);

export interface Invitations {
  /** Secret of the link, derived from id and address; not stored. */
  tokenOf(invitation: { id: string; email: string }): string;
  linkOf(invitation: { id: string; email: string }): string;
  find(id: unknown): Promise<Invitation | null>;
  /** The invitation that this token can accept; null if there is none, for any reason. */
  open(id: unknown, token: unknown): Promise<Invitation | null>;
  listPending(accountId: string): Promise<Invitation[]>;
}

const SELECT = `select i.id, i."organizationId" as "accountId", i.email, i.role, m.role as "inviterRole",
    i.status = 'pending' and i."expiresAt" > now() as "isPending"
  from auth."invitation" i
    left join auth."member" m on m."organizationId" = i."organizationId" and m."userId" = i."inviterId"`;
const ONE: Statement = { name: 'invitation', text: `${SELECT} where i.id = :id` };
const PENDING: Statement = {
  name: 'pending-invitations',
  text: `${SELECT} where i."organizationId" = :accountId and i.status = 'pending' and i."expiresAt" > now()`,
};

type Row = Omit<Invitation, 'role' | 'inviterRole'> & Record<'role' | 'inviterRole', string | null>;
const fromRow = ({ role, inviterRole, ...rest }: Row): Invitation => ({
  ...rest,
  role: toRole(role),
  inviterRole: toRole(inviterRole),
});

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

export function createInvitations({
  db,
  secretKey,
  publicUrl,
}: {
  db: Db;
  secretKey: string;
  publicUrl: string;
}): Invitations {
  const digest = createDigest(secretKey, 'invitations');
  const tokenOf: Invitations['tokenOf'] = ({ id, email }) => digest(`${id} ${email}`);

  async function find(id: unknown): Promise<Invitation | null> {
    if (typeof id !== 'string' || !isId(id)) return null;
    const [row] = await db.query<Row>(SYSTEM, ONE, { id });
    return row === undefined ? null : fromRow(row);
  }

  return {
    tokenOf,
    linkOf: ({ id, email }) => toInviteLink(publicUrl, id, tokenOf({ id, email })),
    find,
    async open(id, token) {
      const found = await find(id);
      if (found === null || typeof token !== 'string' || !isSame(token, tokenOf(found)))
        return null;
      return isOpen(found) ? found : null;
    },
    listPending: async (accountId) =>
      (await db.query<Row>(SYSTEM, PENDING, { accountId })).map(fromRow),
  };
}
