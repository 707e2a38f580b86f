import type { Statement, StoreDeps, Tenant, Values } from '../../deps.js';
import { isId } from '../../domain/accounts/id.js';
import type { Window } from '../../domain/time/window.js';
import { badInput } from '../../errors.js';
import { ANSWER_COLUMNS, ANSWERS_WITH_WORDS, type AnswerRow } from '../answers/answer.js';
import { type BrandWindow, COUNTED, OF_BRANDS, toValues } from './brand-window.js';

/** Filter for the answers behind the measures of a brand, over a window or one day of it. */
export interface EvidenceFilter {
  platform: string | null;
  promptId: string | null;
  mentioned: boolean | null;
  /** A UTC day of the window, YYYY-MM-DD. */
  date: string | null;
  /** Only answers that cite a page of this domain. */
  citedDomain: string | null;
}

/** Newest runs first; a cursor is the creation time of the run, the run and the sequence. */
export interface EvidencePosition {
  runAt: Date;
  runId: string;
  sequence: number;
}

export type EvidenceRow = AnswerRow & { brandId: string };

const DAY_MS = 86_400_000;

const FILTERED = `${COUNTED} and (:platform::text is null or a.platform = :platform) and (:promptId::uuid is null or a.prompt_id = :promptId)
  and (:mentioned::boolean is null or a.mentioned = :mentioned)
  and (:citedDomain::text is null or exists (select 1 from answer_citation c where c.account_id = :accountId and c.environment = :environment
    and c.run_at >= :from and c.run_at < :until and (c.run_id, c.platform, c.prompt_id, c.repeat, c.run_at)
      = (a.run_id, a.platform, a.prompt_id, a.repeat, a.run_at) and c.source_domain = :citedDomain))`;
const LIST: Statement = {
  name: 'brand-answers',
  text: `select of.* from ${OF_BRANDS} cross join lateral (
      select wanted.brand_id as "brandId", ${ANSWER_COLUMNS} from ${ANSWERS_WITH_WORDS}
      where ${FILTERED} and (:runAt::timestamptz is null or (a.run_at, a.run_id, a.sequence) < (:runAt, :runId, :sequence))
      order by a.run_at desc, a.run_id desc, a.sequence desc limit :limit
    ) of`,
};
const COUNT: Statement = {
  name: 'brand-answer-counts',
  text: `select wanted.brand_id as "brandId", of.count from ${OF_BRANDS} cross join lateral (
      select count(*) as count from answer a where ${FILTERED}
    ) of`,
};

const NO_ID = '00000000-0000-0000-0000-000000000000';

/** Throws unless the date is a day of the window. */
function stretchOf(window: Window, date: string | null): Pick<Window, 'from' | 'until'> {
  if (date === null) return window;
  const from = /^\d{4}-\d{2}-\d{2}$/.test(date) ? new Date(`${date}T00:00:00Z`) : null;
  const isDay = from?.toJSON()?.startsWith(date) && from >= window.from && from < window.until;
  if (from === null || !isDay) throw badInput('date', 'must be a day of the window, YYYY-MM-DD');
  return { from, until: new Date(from.getTime() + DAY_MS) };
}

const toFiltered = (
  brands: readonly BrandWindow[],
  window: Window,
  filter: EvidenceFilter,
): Values => ({
  ...toValues(brands, stretchOf(window, filter.date)),
  platform: filter.platform,
  promptId: filter.promptId === null || isId(filter.promptId) ? filter.promptId : NO_ID,
  mentioned: filter.mentioned,
  citedDomain: filter.citedDomain,
});

/** Per brand, one row more than requested, to detect a next page. */
export const loadBrandAnswers = async (
  deps: StoreDeps,
  tenant: Tenant,
  brands: readonly BrandWindow[],
  window: Window,
  filter: EvidenceFilter,
  page: { first: number; after: EvidencePosition | null },
): Promise<EvidenceRow[]> =>
  deps.db.query(tenant, LIST, {
    ...toFiltered(brands, window, filter),
    runAt: page.after?.runAt ?? null,
    runId: page.after?.runId ?? null,
    sequence: page.after?.sequence ?? null,
    limit: page.first + 1,
  });

export const countBrandAnswers = async (
  deps: StoreDeps,
  tenant: Tenant,
  brands: readonly BrandWindow[],
  window: Window,
  filter: EvidenceFilter,
): Promise<{ brandId: string; count: number }[]> =>
  deps.db.query(tenant, COUNT, toFiltered(brands, window, filter));

export const toEvidenceCursor = ({ runAt, runId, sequence }: EvidencePosition): string =>
  Buffer.from(`${runAt.getTime()} ${runId} ${sequence}`).toString('base64url');

export function fromEvidenceCursor(cursor: string): EvidencePosition {
  const [ms = '', runId = '', sequence = ''] = Buffer.from(cursor, 'base64url')
    .toString()
    .split(' ');
  if (!/^\d{1,15}$/.test(ms) || !isId(runId) || !/^\d{1,9}$/.test(sequence))
    throw badInput('after', 'must be a cursor of this list');
  return { runAt: new Date(Number(ms)), runId, sequence: Number(sequence) };
}
