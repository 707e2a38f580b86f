import type { StoreDeps, Tenant } from '../../deps.js';
import { SANDBOX_WRITER } from '../../domain/rewrites/sandbox-draft.js';
import { roundRate, roundScore } from '../../domain/statistics/stats.js';
import type {
  StoredUplift,
  SuggestionOutput,
  SuggestionStatus,
} from '../../entities/suggestion.js';
import type { Page, PageRequest } from '../input/page.js';
import { orNotFound, selectById, selectCount, selectPage, selectRows } from '../input/select.js';
import type { NewSuggestion } from './new-suggestion.js';

export interface SuggestionRow extends Omit<NewSuggestion, 'sourceRank'>, SuggestionOutput {
  id: string;
  status: SuggestionStatus;
  /** The platform that wrote the text, or `sandbox`. */
  source: string;
  sandbox: boolean;
  /** Prompts that the suggestion concerns; null when none were chosen. */
  promptIds: string[] | null;
  uplift: StoredUplift | null;
  createdAt: Date;
  appliedAt: Date | null;
  measuredAt: Date | null;
}

type Stored = Omit<SuggestionRow, keyof SuggestionOutput | 'sandbox'> & {
  output: SuggestionOutput;
};

const COLUMNS = `s.id, s.brand_id as "brandId", s.status, s.content, s.intent, s.output, s.source, s.prompt_ids as "promptIds",
  s.uplift, s.created_at as "createdAt", s.applied_at as "appliedAt", s.measured_at as "measuredAt"`;
const VISIBLE = `from suggestion s join brand b on (b.account_id, b.environment, b.id) = (s.account_id, s.environment, s.brand_id)
    and b.deleted_at is null where s.account_id = :accountId and s.environment = :environment and s.status not in ('running', 'failed')`;
const selectStored = selectById<Stored>({
  name: 'suggestion',
  text: `select ${COLUMNS} ${VISIBLE} and s.id = :id`,
});
const selectStoredPage = selectPage<Stored, [brandId: string]>(
  {
    name: 'suggestions',
    text: `select ${COLUMNS} ${VISIBLE} and s.brand_id = :brandId and (:after::uuid is null or s.id < :after) order by s.id desc limit :limit`,
  },
  'brandId',
);

const selectLatest = selectRows<Stored, [brandIds: readonly string[], first: number]>(
  {
    name: 'latest-suggestions',
    text: `select of.* from unnest(:brandIds::uuid[]) as wanted (brand_id) cross join lateral (
      select ${COLUMNS} ${VISIBLE} and s.brand_id = wanted.brand_id order by s.id desc limit :first
    ) of`,
  },
  'brandIds',
  'first',
);

const toRow = ({ output, ...row }: Stored): SuggestionRow => ({
  ...row,
  ...output,
  sandbox: row.source === SANDBOX_WRITER,
});

/** Null while the suggestion is being written, and for an unknown id. */
export async function loadSuggestion(
  deps: StoreDeps,
  tenant: Tenant,
  id: string,
): Promise<SuggestionRow | null> {
  const row = await selectStored(deps, tenant, id);
  return row && toRow(row);
}

export const findSuggestion = orNotFound('suggestion', loadSuggestion);

/** Suggestions of one brand, newest first. */
export async function listSuggestions(
  deps: StoreDeps,
  tenant: Tenant,
  request: PageRequest,
  brandId: string,
): Promise<Page<SuggestionRow>> {
  const page = await selectStoredPage(deps, tenant, request, brandId);
  return { ...page, rows: page.rows.map(toRow) };
}

export const countSuggestions = selectCount<[brandId: string]>(
  {
    name: 'suggestion-count',
    text: `select count(*) as count ${VISIBLE} and s.brand_id = :brandId`,
  },
  'brandId',
);

const round = (value: number | null): number | null => (value === null ? null : roundRate(value));

/** Rounded to four decimals; the bounds are null without an expected lift. */
export function toShownLift({ expectedLift: lift }: Pick<SuggestionRow, 'expectedLift'>) {
  const isKnown = lift.confidence !== 'none';
  return {
    ...lift,
    method: lift.method ?? null,
    experiments: lift.experiments ?? 0,
    sourceRank: lift.sourceRank ?? null,
    current: round(lift.current),
    delta: roundRate(lift.delta),
    low: isKnown ? roundRate(lift.low) : null,
    high: isKnown ? roundRate(lift.high) : null,
  };
}

const roundCount = (value: number | null | undefined): number | null =>
  value == null ? null : roundScore(value);

export const toShownUplift = ({ experiment: _, paired, ...uplift }: StoredUplift) => ({
  ...uplift,
  beforeEffective: roundCount(uplift.beforeEffective),
  afterEffective: roundCount(uplift.afterEffective),
  probability: round(uplift.probability ?? null),
  answersNeeded: uplift.answersNeeded ?? null,
  before: round(uplift.before),
  after: round(uplift.after),
  lift: round(uplift.lift),
  low: round(uplift.low),
  high: round(uplift.high),
  paired: paired
    ? {
        prompts: paired.prompts,
        difference: roundRate(paired.difference),
        low: roundRate(paired.low),
        high: roundRate(paired.high),
      }
    : null,
});

/** The latest suggestions per brand, newest first. */
export const loadLatestSuggestions = async (
  deps: StoreDeps,
  tenant: Tenant,
  brandIds: readonly string[],
  first: number,
): Promise<SuggestionRow[]> => (await selectLatest(deps, tenant, brandIds, first)).map(toRow);
