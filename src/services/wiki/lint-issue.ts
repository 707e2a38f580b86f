import { createHash } from 'node:crypto';
import type { Tenant, Transaction } from '../../deps.js';
import { newId } from '../../domain/accounts/id.js';
import type { LintSeverity } from '../../domain/facts/rule.js';
import { type Issue, wayOutOf } from '../../domain/lint/lint.js';
import { LintIssue, type LintTarget } from '../../entities/lint.js';
import { Outbox } from '../../entities/run.js';
import { selectCount, selectPage, selectRows } from '../input/select.js';

export interface LintIssueRow {
  id: string;
  /** Null for a rewrite of a name that is none of the account's brands. */
  brandId: string | null;
  targetType: LintTarget;
  targetId: string;
  rule: string;
  severity: LintSeverity;
  message: string;
  field: string;
  excerpt: string;
  offset: number;
  openedAt: Date;
  closedAt: Date | null;
}

export type LintStatus = 'open' | 'closed';

export interface FoundIssue extends Issue {
  targetId: string;
}

/** Which issues a look at the texts has to find again, or they are mended. */
export interface LookedAt {
  targetType: LintTarget;
  brandId: string | null;
  /** The texts that were read by every rule but `unasked`. */
  targetIds: readonly string[];
  unasked: string | null;
  /** A rule that was asked of all of the brand's texts. */
  ruleOfAll: string | null;
}

interface OpenIssue {
  id: string;
  targetId: string;
  rule: string;
  identity: string;
  offset: number;
  message: string;
}

const COLUMNS = `id, brand_id as "brandId", target_type as "targetType", target_id as "targetId", rule, severity, message,
  field, excerpt, start_offset as "offset", opened_at as "openedAt", closed_at as "closedAt"`;
const OF_BRAND = `account_id = :accountId and environment = :environment and brand_id = :brandId and (closed_at is null) = (:status = 'open')`;

/** Newest first. */
export const listLintIssues = selectPage<LintIssueRow, [brandId: string, status: LintStatus]>(
  {
    name: 'lint-issues',
    text: `select ${COLUMNS} from lint_issue where ${OF_BRAND} and (:after::uuid is null or id < :after) order by id desc limit :limit`,
  },
  'brandId',
  'status',
);

export const countLintIssues = selectCount<[brandId: string, status: LintStatus]>(
  {
    name: 'lint-issue-count',
    text: `select count(*) as count from lint_issue where ${OF_BRAND}`,
  },
  'brandId',
  'status',
);

/** Of each text the open ones, in the order of the text. */
export const loadLintIssues = selectRows<
  LintIssueRow,
  [targetType: LintTarget, targetIds: readonly string[], first: number]
>(
  {
    name: 'lint-issues-of-targets',
    text: `select of.* from unnest(:targetIds::uuid[]) as wanted (target_id) cross join lateral (
      select ${COLUMNS} from lint_issue i where account_id = :accountId and environment = :environment and target_type = :targetType
        and i.target_id = wanted.target_id and closed_at is null
      order by field, start_offset, id limit :first
    ) of order by "targetId", field, "offset", id`,
  },
  'targetType',
  'targetIds',
  'first',
);

export const toWayOut = ({ rule }: LintIssueRow): string => wayOutOf(rule);

const identityOf = ({ key }: Issue): string => createHash('sha256').update(key).digest('base64url');
const nameOf = (issue: Pick<OpenIssue, 'targetId' | 'rule' | 'identity'>): string =>
  `${issue.targetId} ${issue.rule} ${issue.identity}`;

/**
 * Opens what is new and tells of it, and closes what is mended, in the caller's transaction; what
 * stays keeps its id. Whoever looks at the same texts has to wait outside for this to end.
 */
export async function keepIssues(
  tx: Transaction,
  tenant: Tenant,
  looked: LookedAt,
  found: readonly FoundIssue[],
  now: Date,
): Promise<void> {
  const { targetType, brandId, targetIds, unasked, ruleOfAll } = looked;
  const open = await tx.execute<OpenIssue>(
    `select id, target_id as "targetId", rule, identity, start_offset as "offset", message from lint_issue
     where account_id = :accountId and environment = :environment and target_type = :targetType and closed_at is null
       and ((target_id in (select value::uuid from jsonb_array_elements_text(:targetIds::jsonb)) and rule is distinct from :unasked)
         or (brand_id = :brandId and rule = :ruleOfAll))`,
    { ...{ targetType, brandId, unasked, ruleOfAll }, targetIds: JSON.stringify(targetIds) },
  );
  const known = new Map(open.map((issue) => [nameOf(issue), issue]));
  const wanted = new Map(
    found.map((issue) => {
      const identity = identityOf(issue);
      return [nameOf({ ...issue, identity }), { issue, identity }];
    }),
  );
  const mended = [...known].filter(([name]) => !wanted.has(name)).map(([, { id }]) => id);
  if (mended.length > 0)
    await tx.em.nativeUpdate(LintIssue, { ...tenant, id: { $in: mended } }, { closedAt: now });
  const opened: { id: string; issue: FoundIssue; identity: string }[] = [];
  for (const [name, { issue, identity }] of wanted) {
    const { field, excerpt, message, offset } = issue;
    const stored = known.get(name);
    if (stored === undefined) opened.push({ id: newId(), issue, identity });
    // Text before it may have moved it.
    else if (stored.offset !== offset || stored.message !== message)
      await tx.em.nativeUpdate(
        LintIssue,
        { ...tenant, id: stored.id },
        { field, excerpt, message, startOffset: offset },
      );
  }
  if (opened.length === 0) return;
  await tx.em.insertMany(
    LintIssue,
    opened.map(({ id, identity, issue }) => {
      const { key: _key, offset, ...rest } = issue;
      const kept = { ...rest, startOffset: offset, openedAt: now, closedAt: null };
      return { ...tenant, id, brandId, targetType, identity, ...kept };
    }),
  );
  // An event belongs to a brand.
  if (brandId === null) return;
  await tx.em.insertMany(
    Outbox,
    opened.map(({ id: issueId, issue: { targetId, rule, severity, message } }) => ({
      ...tenant,
      id: newId(),
      event: 'lint.issue.detected',
      brandId,
      data: { issueId, targetType, targetId, rule, severity, message },
      createdAt: now,
    })),
  );
}
