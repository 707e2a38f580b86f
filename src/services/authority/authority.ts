import type { EngineDeps, StoreDeps, Tenant } from '../../deps.js';
import {
  authoritativenessOf,
  densityOf,
  scoreCells,
  trendOf,
} from '../../domain/authority/authority.js';
import { eeatScore, type Subscore, type Subscores } from '../../domain/authority/eeat-score.js';
import { isEntityPage } from '../../domain/authority/entity-page.js';
import { consistencyOf, factualAgreement } from '../../domain/authority/fact-agreement.js';
import {
  type Component,
  GEO_SCORE_VERSION,
  GEO_WEIGHTS,
} from '../../domain/authority/geo-score.js';
import type { PageEvidence } from '../../domain/authority/page-evidence.js';
import { sandboxSite } from '../../domain/authority/sandbox-site.js';
import { siteSubscores } from '../../domain/authority/site-signals.js';
import type { Trend } from '../../domain/measures/trend.js';
import { type Rate, roundRate, roundScore, toShownRate } from '../../domain/statistics/stats.js';
import { sumOf } from '../../domain/statistics/sum.js';
import { notFound } from '../../errors.js';
import { type BrandRow, findBrand } from '../brands/brand.js';
import { type IncidentRow, loadIncidents } from '../incidents/incident.js';
import { type BrandWindow, loadBrandWindows } from '../measures/brand-window.js';
import { loadSitePages } from '../site/page.js';
import { type AuthorityFacts, loadAuthorityFacts, scoringWindow } from './authority-facts.js';

/** Ten incidents of the lowest severity reach the maximum weight. */
const WEIGHED_INCIDENTS = 10;

export interface Authority {
  brandId: string;
  scoredAt: Date;
  sandbox: boolean;
  windowDays: number;
  version: string;
  /** Answers to unbranded prompts. */
  answers: number;
  geoScore: number | null;
  components: { component: Component; weight: number; points: number | null }[];
  citationDensity: Rate;
  eeatScore: number | null;
  subscores: Subscores;
  trend7d: Trend;
}

const shown = (score: number | null): number | null => (score === null ? null : roundScore(score));
const toShown = ({ value, coverage, signals }: Subscore): Subscore => ({
  value: shown(value),
  coverage: roundRate(coverage),
  signals: signals.map((signal) => ({
    ...signal,
    strength: signal.strength === null ? null : roundRate(signal.strength),
  })),
});

interface Evidence {
  facts: AuthorityFacts;
  pages: readonly PageEvidence[];
  incidents: readonly IncidentRow[];
}

function toAuthority(
  brand: BrandRow,
  { sandbox }: BrandWindow,
  { facts, pages, incidents }: Evidence,
  window: { days: number; until: Date },
): Authority {
  const { cells, packs, domains, encyclopedia, stated, wiki } = facts;
  const onSite = pages.flatMap((page) => page.stated ?? []).map((fact) => ({ ...fact, count: 1 }));
  const names = [brand.name, ...brand.aliases.map(({ text }) => text)];
  const geo = scoreCells(cells);
  const subscores: Subscores = {
    ...siteSubscores({
      pages,
      ownedDomains: brand.ownedDomains,
      severities: incidents.map(({ severity }) => severity),
      agreement: factualAgreement(stated, wiki),
      // A wiki page counts as a page of the brand.
      consistency: consistencyOf([...onSite, ...wiki], stated),
      now: window.until,
    }),
    authoritativeness: authoritativenessOf(cells, {
      domains,
      hasEntity:
        pages.some((page) => page.isEntity) || encyclopedia.some((url) => isEntityPage(url, names)),
    }),
  };
  const { experience, expertise, authoritativeness, trustworthiness } = subscores;
  const trend7d = trendOf(cells, packs);
  return {
    brandId: brand.id,
    scoredAt: window.until,
    sandbox,
    windowDays: window.days,
    version: GEO_SCORE_VERSION,
    answers: sumOf(cells, 'answers'),
    geoScore: shown(geo.value),
    components: (Object.keys(GEO_WEIGHTS) as Component[]).map((component) => ({
      component,
      weight: GEO_WEIGHTS[component],
      points: shown(geo.contributions[component]),
    })),
    citationDensity: toShownRate(densityOf(cells)),
    eeatScore: shown(eeatScore(subscores)),
    subscores: {
      experience: toShown(experience),
      expertise: toShown(expertise),
      authoritativeness: toShown(authoritativeness),
      trustworthiness: toShown(trustworthiness),
    },
    trend7d: { ...trend7d, value: shown(trend7d.value) },
  };
}

/** Scores brands of one account, in their order, with a fixed number of statements. */
export async function scoreBrands(
  deps: StoreDeps & EngineDeps,
  tenant: Tenant,
  brands: readonly BrandRow[],
): Promise<Authority[]> {
  const window = scoringWindow(deps.now());
  const ids = brands.map(({ id }) => id);
  const windows = await loadBrandWindows(deps, tenant, ids, window);
  const [facts, pages, incidents] = await Promise.all([
    loadAuthorityFacts(deps, tenant, windows, window),
    loadSitePages(deps, tenant, ids),
    loadIncidents(deps, tenant, ids, { severity: null, status: null }, WEIGHED_INCIDENTS),
  ]);
  return windows.flatMap((kind, at) => {
    const brand = brands[at];
    const own = facts[at];
    if (brand === undefined || own === undefined) return [];
    const evidence = {
      facts: own,
      // Sandbox answers are never combined with the real website.
      pages: kind.sandbox
        ? sandboxSite(brand, window.until)
        : pages.filter(({ brandId }) => brandId === brand.id).map((page) => page.evidence),
      incidents: incidents.filter(
        ({ brandId, sandbox }) => brandId === brand.id && sandbox === kind.sandbox,
      ),
    };
    return [toAuthority(brand, kind, evidence, window)];
  });
}

/** Current authority of the brand. */
export async function readAuthority(
  deps: StoreDeps & EngineDeps,
  tenant: Tenant,
  brandId: string,
): Promise<Authority> {
  const [authority] = await scoreBrands(deps, tenant, [await findBrand(deps, tenant, brandId)]);
  if (authority === undefined) throw notFound('brand');
  return authority;
}
