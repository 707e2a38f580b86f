import { examineRuns } from '../../../src/services/analysis/examine-run.js';
import { findPackOf } from '../../../src/services/prompts/prompt-pack.js';
import type { TestApp } from '../../helpers/app.js';
import { type Told, tellRun } from '../../helpers/records/answers.js';
import { type BrandFixture, createBrandFixture } from '../../helpers/records/dashboard.js';
import { makeBrand, type Tenant } from '../../helpers/records/probe.js';
import { sql } from '../../helpers/run/sql.js';

const PLATFORMS = ['chatgpt', 'claude', 'deepseek', 'gemini', 'grok', 'perplexity'];

/** How many of a run's 72 answers name the brand, and how many of these are negative; by platform, if not alike. */
export interface DayRates {
  mentioned: number | ((platform: string) => number);
  negative?: number;
  /** The first so many platforms are asked; else all six. */
  platforms?: number;
}

/** A brand with a run a day of twelve prompts on six platforms, written as rows. */
export interface Watched extends BrandFixture {
  /** Tells a run, as `look` does, that nobody looks at. */
  tell(daysAgo: number, rates: DayRates, minutes?: number): Promise<string>;
  /** Tells a run that many days and minutes from now, and has it examined. */
  look(daysAgo: number, rates: DayRates, minutes?: number): Promise<string>;
  /** Thirty quiet days that nobody looks at. */
  quietMonth(rates: DayRates): Promise<void>;
  incidents(): Promise<StoredIncident[]>;
  events(): Promise<{ data: Record<string, unknown> }[]>;
  suspicions(): Promise<{ type: string; run_id: string; confirming_run_id: string | null }[]>;
}

interface StoredIncident {
  id: string;
  type: string;
  severity: string;
  status: string;
  title: string;
  evidence_count: number;
  calm_windows: number;
  details: Record<string, unknown>;
}

/** Of twelve answers so many name the brand, spread over prompts by the day; negative ones are spread over these. */
function toAnswers(
  prompts: string[],
  { mentioned, negative = 0, platforms = PLATFORMS.length }: DayRates,
  day: number,
): Told[] {
  const told = PLATFORMS.slice(0, platforms).flatMap((platform, place) => {
    const count = typeof mentioned === 'function' ? mentioned(platform) : mentioned;
    return prompts.map((promptId, index) => ({
      platform,
      promptId,
      mentioned: (index * 5 + day * 7 + place) % prompts.length < count,
    }));
  });
  const share = negative / told.filter((answer) => answer.mentioned).length;
  let passed = 0;
  return told.map((answer) => {
    if (!answer.mentioned) return answer;
    passed += 1;
    const isBad = Math.floor(passed * share + 1e-9) > Math.floor((passed - 1) * share + 1e-9);
    return { ...answer, rank: 1, sentiment: isBad ? 'negative' : 'positive' };
  });
}

async function inLive(app: TestApp, fixture: BrandFixture): Promise<BrandFixture> {
  const tenant: Tenant = { ...fixture.tenant, environment: 'live' };
  const { id: brandId } = await makeBrand(app, tenant);
  return { ...fixture, tenant, brandId };
}

export async function createWatched(
  app: TestApp,
  environment: 'live' | 'test' = 'test',
): Promise<Watched> {
  const made = await createBrandFixture(app);
  return watch(app, environment === 'live' ? await inLive(app, made) : made);
}

/** Another brand of the same account. */
export async function watchAnother(app: TestApp, of: Watched, name: string): Promise<Watched> {
  const { id: brandId } = await makeBrand(app, of.tenant, { name });
  return watch(app, { ...of, brandId });
}

async function watch(app: TestApp, fixture: BrandFixture): Promise<Watched> {
  const { tenant, brandId, prompts, noon } = fixture;
  const { id: packId } = await findPackOf(app.deps, tenant, brandId, null);
  const tell = (daysAgo: number, rates: DayRates, minutes = 0) =>
    tellRun(app, tenant, brandId, {
      at: new Date(noon(daysAgo).getTime() + minutes * 60_000),
      packId,
      answers: toAnswers(prompts, rates, daysAgo),
    });
  const rows = <Row extends object>(table: string, order: string) =>
    sql<Row>(app.databaseUrl, `select * from ${table} where brand_id = $1 order by ${order}`, [
      brandId,
    ]);
  return {
    ...fixture,
    tell,
    async look(daysAgo, rates, minutes) {
      const id = await tell(daysAgo, rates, minutes);
      await examineRuns(app.deps, tenant, [id]);
      return id;
    },
    async quietMonth(rates) {
      for (let day = 40; day > 10; day -= 1) await tell(day, rates);
    },
    incidents: () => rows('incident', 'opened_at, id'),
    events: () =>
      sql(
        app.databaseUrl,
        `select data from outbox where brand_id = $1 and event = 'sentinel.triggered' order by id`,
        [brandId],
      ),
    suspicions: () => rows('suspicion', 'type'),
  };
}
