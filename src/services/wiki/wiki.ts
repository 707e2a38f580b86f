import type { Statement, StoreDeps, Tenant, Transaction } from '../../deps.js';
import { newId } from '../../domain/accounts/id.js';
import { Outbox } from '../../entities/run.js';
import { WikiPage, WikiVersion } from '../../entities/wiki.js';
import { AppError, badInput, notFound } from '../../errors.js';
import { findBrand } from '../brands/brand.js';
import { once } from '../input/idempotency.js';
import { selectCount, selectOne, selectPage, selectRows } from '../input/select.js';
import { checkText } from '../input/validate.js';

/** A page of facts about a brand, in Markdown. */
export interface WikiPageRow {
  id: string;
  brandId: string;
  title: string;
  body: string;
  /** Increases by one with each change, from 1. */
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

export interface WikiVersionRow {
  pageId: string;
  version: number;
  userId: string;
  title: string;
  body: string;
  createdAt: Date;
}

export interface NewWikiPage {
  brandId: string;
  title: string;
  body: string;
}

export interface WikiPageChange {
  title?: string | null;
  body?: string | null;
  /** The edited version. The change is rejected if a newer version exists, so that no edits are lost. */
  version?: number | null;
}

type Author = Tenant & { userId: string };

const LONGEST_BODY_BYTES = 64 * 1024;
const PAGES_PER_BRAND = 500;

const COLUMNS = `w.id, w.brand_id as "brandId", w.title, w.body, w.version, w.created_at as "createdAt", w.updated_at as "updatedAt"`;
const VISIBLE = `from wiki_page w join brand b on (b.account_id, b.environment, b.id) = (w.account_id, w.environment, w.brand_id)
    and b.deleted_at is null where w.account_id = :accountId and w.environment = :environment`;
const VERSIONS: Statement = {
  name: 'wiki-versions',
  text: `select of.* from unnest(:pageIds::uuid[]) as wanted (page_id) cross join lateral (
      select page_id as "pageId", version, user_id as "userId", title, body, created_at as "createdAt" from wiki_version
      where account_id = :accountId and environment = :environment and page_id = wanted.page_id
        and (:after::integer is null or version < :after) order by version desc limit :limit
    ) of order by "pageId", version desc`,
};

export const findWikiPage = selectOne<WikiPageRow>('wiki page', {
  name: 'wiki-page',
  text: `select ${COLUMNS} ${VISIBLE} and w.id = :id`,
});

/** Newest first. */
export const listWikiPages = selectPage<WikiPageRow, [brandId: string]>(
  {
    name: 'wiki-pages',
    text: `select ${COLUMNS} ${VISIBLE} and w.brand_id = :brandId and (:after::uuid is null or w.id < :after) order by w.id desc limit :limit`,
  },
  'brandId',
);

/** The latest pages per brand, newest first. */
export const loadLatestPages = selectRows<
  WikiPageRow,
  [brandIds: readonly string[], first: number]
>(
  {
    name: 'latest-wiki-pages',
    text: `select of.* from unnest(:brandIds::uuid[]) as wanted (brand_id) cross join lateral (
      select ${COLUMNS} ${VISIBLE} and w.brand_id = wanted.brand_id order by w.id desc limit :first
    ) of`,
  },
  'brandIds',
  'first',
);

export const countWikiPages = selectCount<[brandId: string]>(
  {
    name: 'wiki-page-count',
    text: `select count(*) as count ${VISIBLE} and w.brand_id = :brandId`,
  },
  'brandId',
);

/** Continues below version `after`; null starts with the current version. */
export interface HistoryPage {
  first: number;
  after: number | null;
}

/** Newest first per page; one row more than requested, to detect a next page. */
export const loadWikiVersions = (
  deps: StoreDeps,
  tenant: Tenant,
  pageIds: readonly string[],
  { first, after }: HistoryPage,
): Promise<WikiVersionRow[]> =>
  deps.db.query(tenant, VERSIONS, { pageIds, after, limit: first + 1 });

/** Kept as given, because leading blanks of a line matter in Markdown. */
function checkBody(body: string): string {
  checkText('body', body, LONGEST_BODY_BYTES);
  if (Buffer.byteLength(body) > LONGEST_BODY_BYTES)
    throw badInput('body', `must have at most ${LONGEST_BODY_BYTES / 1024} KiB`);
  return body;
}

/** Stores the version and the event and queues the linter, in the transaction of the page. */
async function announce(
  deps: StoreDeps,
  tx: Transaction,
  author: Author,
  page: WikiPageRow,
  event: 'wiki.page.created' | 'wiki.page.updated',
): Promise<void> {
  const { accountId, environment, userId } = author;
  const { id: pageId, brandId, title, body, version, updatedAt } = page;
  const place = { accountId, environment };
  await tx.em.insert(WikiVersion, {
    ...place,
    pageId,
    version,
    userId,
    title,
    body,
    createdAt: updatedAt,
  });
  await tx.em.insert(Outbox, {
    ...place,
    id: newId(),
    event,
    brandId,
    data: { pageId, title, version, updatedAt: updatedAt.toISOString() },
    createdAt: updatedAt,
  });
  await deps.queue.send(tx, 'wiki-lint', { ...place, brandId });
}

export async function createWikiPage(
  deps: StoreDeps,
  author: Author,
  input: NewWikiPage,
  idempotencyKey: string | null,
): Promise<WikiPageRow> {
  const tenant: Tenant = { accountId: author.accountId, environment: author.environment };
  const title = checkText('title', input.title, 200);
  const body = checkBody(input.body);
  const brand = await findBrand(deps, tenant, input.brandId);
  const request = { operation: 'createWikiPage', key: idempotencyKey, input };
  const { answer } = await once(deps, tenant, request, async (tx) => {
    if ((await tx.em.count(WikiPage, { ...tenant, brandId: brand.id })) >= PAGES_PER_BRAND)
      throw new AppError('CONFLICT', `a brand can have at most ${PAGES_PER_BRAND} wiki pages`);
    const now = deps.now();
    const page = {
      id: newId(),
      brandId: brand.id,
      title,
      body,
      version: 1,
      createdAt: now,
      updatedAt: now,
    };
    await tx.em.insert(WikiPage, {
      ...{ ...tenant, ...page },
      ...{ facts: null, statements: null, reading: null },
    });
    await announce(deps, tx, author, page, 'wiki.page.created');
    return { id: page.id };
  });
  return findWikiPage(deps, tenant, answer.id);
}

/** Replaces the given fields. Without a difference there is no new version and no event. */
export async function updateWikiPage(
  deps: StoreDeps,
  author: Author,
  id: string,
  change: WikiPageChange,
): Promise<WikiPageRow> {
  const tenant: Tenant = { accountId: author.accountId, environment: author.environment };
  const title = change.title == null ? null : checkText('title', change.title, 200);
  const body = change.body == null ? null : checkBody(change.body);
  await findWikiPage(deps, tenant, id);
  return deps.db.transaction(tenant, async (tx) => {
    const [stored] = await tx.execute<WikiPageRow>(
      `select ${COLUMNS} from wiki_page w where w.account_id = :accountId and w.environment = :environment and w.id = :id for update`,
      { id },
    );
    if (!stored) throw notFound('wiki page');
    if (change.version != null && change.version !== stored.version)
      throw new AppError(
        'CONFLICT',
        `this page was changed: its current version is ${stored.version}`,
      );
    const page = { ...stored, title: title ?? stored.title, body: body ?? stored.body };
    if (page.title === stored.title && page.body === stored.body) return stored;
    const next = { ...page, version: stored.version + 1, updatedAt: deps.now() };
    await tx.em.nativeUpdate(
      WikiPage,
      { ...tenant, id },
      {
        title: next.title,
        body: next.body,
        version: next.version,
        facts: null,
        updatedAt: next.updatedAt,
      },
    );
    await announce(deps, tx, author, next, 'wiki.page.updated');
    return next;
  });
}

export async function deleteWikiPage(deps: StoreDeps, tenant: Tenant, id: string): Promise<string> {
  const { brandId } = await findWikiPage(deps, tenant, id);
  await deps.db.transaction(tenant, async (tx) => {
    await tx.em.nativeDelete(WikiPage, { ...tenant, id });
    await deps.queue.send(tx, 'wiki-lint', { ...tenant, brandId });
  });
  return id;
}
