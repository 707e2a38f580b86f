import type { Statement, StoreDeps, Tenant } from '../../deps.js';
import { datesOf, type Window } from '../../domain/time/window.js';
import { type BrandWindow, COUNTED, OF_BRANDS, toValues } from './brand-window.js';

export interface PromptTrends {
  dates: string[];
  /** Hit rate of a prompt per day, from 0 to 1; null on days without answers. */
  byPrompt: Map<string, (number | null)[]>;
}

interface Row {
  brandId: string;
  promptId: string;
  date: string;
  answers: number;
  mentions: number;
}

const DAYS: Statement = {
  name: 'prompt-days',
  text: `select cell.* from ${OF_BRANDS} cross join lateral (
      select wanted.brand_id as "brandId", a.prompt_id as "promptId", to_char(a.run_at, 'YYYY-MM-DD') as date,
        count(*) as answers, count(*) filter (where a.mentioned) as mentions
      from answer a where ${COUNTED} and a.status = 'answered' group by 2, 3
    ) cell`,
};

/** In the order of the brands. */
export async function loadPromptTrends(
  deps: StoreDeps,
  tenant: Tenant,
  brands: readonly BrandWindow[],
  window: Window,
): Promise<PromptTrends[]> {
  const rows = await deps.db.query<Row>(tenant, DAYS, toValues(brands, window));
  const dates = datesOf(window);
  const places = new Map(dates.map((date, place) => [date, place]));
  const trends = new Map(
    brands.map(({ brandId }) => [brandId, new Map<string, (number | null)[]>()]),
  );
  for (const { brandId, promptId, date, answers, mentions } of rows) {
    const prompts = trends.get(brandId);
    const trend = prompts?.get(promptId) ?? dates.map(() => null);
    trend[places.get(date) ?? 0] = mentions / answers;
    prompts?.set(promptId, trend);
  }
  return brands.map(({ brandId }) => ({ dates, byPrompt: trends.get(brandId) ?? new Map() }));
}
