import {
  type NetDeps,
  type Statement,
  type StoreDeps,
  SYSTEM,
  type Transaction,
} from '../../deps.js';
import { newId } from '../../domain/accounts/id.js';
import { Outbox } from '../../entities/run.js';
import { AppError } from '../../errors.js';

/** The announced end of the current paths, shared by all processes. */
export interface Deprecation {
  announcedAt: Date;
  endsAt: Date;
}

/** A path that will end, and its successor. */
export interface EndingPath {
  path: string;
  successor: string;
}

/** Shortest notice of an end, in days (docs/contract.md, `D2-VERSION-3`). */
const NOTICE_DAYS = 90;
const DAY_MS = 86_400_000;
const AT_ONCE = 100;

const ANNOUNCE: Statement = {
  name: 'announce-end',
  text: `insert into auth.deprecation (ends_at, announced_at) select :endsAt, :now where :endsAt::timestamptz >= :earliest
    on conflict do nothing`,
};
const ANNOUNCED: Statement = {
  name: 'announced-end',
  text: `select ends_at as "endsAt", announced_at as "announcedAt" from auth.deprecation where ends_at = :endsAt`,
};
const UNTOLD: Statement = {
  name: 'accounts-untold',
  text: `select o.id as "accountId" from auth."organization" o where o.id > :after and not exists (
      select 1 from auth.deprecation_notice n where n.account_id = o.id and n.ends_at = :endsAt)
    order by o.id limit ${AT_ONCE}`,
};
const OWNERS = `select distinct u.email from auth."member" m join auth."user" u on u.id = m."userId"
  where m."organizationId" = :accountId and m.role = 'owner' order by u.email`;

/**
 * The end from the configuration, announced by the first process that starts; null when not
 * configured. Rejects when a new date is less than 90 days ahead; the check does not apply to
 * restarts.
 */
export async function announceEnd(deps: StoreDeps): Promise<Deprecation | null> {
  const endsAt = deps.config.currentPathsEnd;
  if (endsAt === undefined) return null;
  const now = deps.now();
  const earliest = new Date(now.getTime() + NOTICE_DAYS * DAY_MS);
  await deps.db.command(SYSTEM, ANNOUNCE, { endsAt, now, earliest });
  const [announced] = await deps.db.query<Deprecation>(SYSTEM, ANNOUNCED, { endsAt });
  if (announced === undefined) {
    const first = new Date(earliest.getTime() + DAY_MS).toISOString().slice(0, 10);
    throw new AppError(
      'BAD_INPUT',
      `CURRENT_PATHS_END must be at least ${NOTICE_DAYS} days ahead when it is first set: ${first} or later.`,
    );
  }
  return announced;
}

function toText(
  deps: StoreDeps,
  { announcedAt, endsAt }: Deprecation,
  paths: readonly EndingPath[],
): string {
  const day = (moment: Date) => moment.toISOString().slice(0, 10);
  return [
    `Some paths of the API will be removed on ${day(endsAt)} (announced on ${day(announcedAt)}). Until then they work as before.`,
    '',
    ...paths.map(({ path, successor }) => `  ${path}  ->  ${successor}`),
    '',
    `The paths on the right are already available: ${deps.config.publicUrl}/docs`,
  ].join('\n');
}

/** Stores the event and the mails of one account, unless another process has done so. */
async function tellAccount(
  deps: StoreDeps & NetDeps,
  accountId: string,
  deprecation: Deprecation,
  paths: readonly EndingPath[],
): Promise<(() => Promise<void>)[]> {
  const { announcedAt, endsAt } = deprecation;
  const tenant = { accountId, environment: 'live' } as const;
  const now = deps.now();
  const claim = (tx: Transaction) =>
    tx.execute<object>(
      `insert into auth.deprecation_notice (ends_at, account_id, told_at)
       select :endsAt, id, :now from auth."organization" where id = :accountId on conflict do nothing returning 1`,
      { endsAt, now },
    );
  return deps.db.transaction(tenant, async (tx) => {
    if ((await claim(tx)).length === 0) return [];
    await tx.em.insert(Outbox, {
      ...tenant,
      id: newId(),
      event: 'api.deprecation.announced',
      brandId: null,
      createdAt: now,
      data: {
        subject: 'current-paths',
        announcedAt: announcedAt.toISOString(),
        endsAt: endsAt.toISOString(),
        paths,
      },
    });
    const owners = await tx.execute<{ email: string }>(OWNERS);
    const subject = `Paths of the API will be removed on ${endsAt.toISOString().slice(0, 10)}`;
    const text = toText(deps, deprecation, paths);
    const sends: (() => Promise<void>)[] = [];
    for (const { email } of owners)
      sends.push(await deps.mail.keep(tx, { to: email, subject, text }));
    return sends;
  });
}

/**
 * Notifies every account once, however many processes try: the record, the event and the mails of an
 * account are stored in one transaction. A mail that the mail server then rejects is kept and not
 * sent again.
 */
export async function tellOfEnd(
  deps: StoreDeps & NetDeps,
  deprecation: Deprecation,
  paths: readonly EndingPath[],
  stop?: AbortSignal,
): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const untold = await deps.db.query<{ accountId: string }>(SYSTEM, UNTOLD, {
      endsAt: deprecation.endsAt,
      after,
    });
    for (const { accountId } of untold) {
      if (stop?.aborted) return;
      const sends = await tellAccount(deps, accountId, deprecation, paths);
      for (const send of sends) await send();
      after = accountId;
    }
    if (untold.length < AT_ONCE) return;
  }
}
