/** Authority of a brand in a window, from its answers (metrics: geoScore, citationDensity, trend7d). */

import { citationDensity } from '../answers/citation.js';
import { addSentiment, type SentimentCount } from '../measures/net-sentiment.js';
import { type Trend, trend, type Week } from '../measures/trend.js';
import { visibility } from '../measures/visibility.js';
import type { Cell, Rate } from '../statistics/stats.js';
import { sumOf } from '../statistics/sum.js';
import { authoritativeness, type Subscore } from './eeat-score.js';
import { type GeoScore, geoScore, LEAST_MENTIONS } from './geo-score.js';

/**
 * Answers to one prompt on one platform in one week. `answers`, `mentions`, prominence and all
 * citations cover unbranded prompts only; the rest covers all prompts.
 */
export interface AuthorityCell extends Cell, SentimentCount {
  /** 0 for the last seven days, 1 for the seven days before, 2 for older answers. */
  week: number;
  allMentions: number;
  /** Number of answers with a measured prominence, and its sum over them. */
  measured: number;
  prominence: number;
  citations: number;
  ownedUnbranded: number;
  /**
   * Answers of engines that can cite, those of them that cite an owned domain, and the owned links in
   * them.
   */
  citing: number;
  citingOwned: number;
  ownedCitations: number;
}

/** Sources cited in answers that name the brand. */
export interface NamingSources {
  /** Number of third-party domains. */
  domains: number;
  hasEntity: boolean;
}

const VISIBLE = 0.2;

/**
 * Merges the weeks into one cell per prompt and platform: visibility weighs each once, in however
 * many weeks it was asked.
 */
function pool(cells: readonly AuthorityCell[]): Cell[] {
  const pooled = Map.groupBy(cells, ({ platform, promptId }) => `${platform}\n${promptId}`);
  return [...pooled.values()].flatMap((same) => {
    const [{ platform, promptId } = { platform: '', promptId: '' }] = same;
    const answers = sumOf(same, 'answers');
    return answers === 0
      ? []
      : [{ platform, promptId, answers, mentions: sumOf(same, 'mentions') }];
  });
}

export function scoreCells(cells: readonly AuthorityCell[]): GeoScore {
  const { positive, neutral, negative } = addSentiment(cells);
  const judged = positive + neutral + negative;
  const pooled = pool(cells);
  const measured = sumOf(cells, 'measured');
  const citing = sumOf(cells, 'citing');
  return geoScore({
    answers: sumOf(cells, 'answers'),
    mentions: sumOf(cells, 'allMentions'),
    visibility: pooled.length === 0 ? null : visibility(pooled).value,
    prominence: measured === 0 ? null : sumOf(cells, 'prominence') / measured,
    netSentiment: judged < LEAST_MENTIONS ? null : (positive - negative) / judged,
    ownedCitationRate: citing === 0 ? null : sumOf(cells, 'citingOwned') / citing,
  });
}

export const densityOf = (cells: readonly AuthorityCell[]): Rate =>
  citationDensity(sumOf(cells, 'ownedCitations'), sumOf(cells, 'citing'));

function weekOf(cells: readonly AuthorityCell[], promptPackIds: readonly string[]): Week {
  const answered = cells.filter(({ answers }) => answers > 0);
  return {
    score: scoreCells(cells).value,
    cells: answered,
    platforms: [...new Set(answered.map(({ platform }) => platform))],
    promptPackIds,
  };
}

/** The last seven days compared with the seven days before, each from its pooled answers. */
export const trendOf = (
  cells: readonly AuthorityCell[],
  packs: { now: readonly string[]; before: readonly string[] },
): Trend =>
  trend(
    weekOf(
      cells.filter(({ week }) => week === 0),
      packs.now,
    ),
    weekOf(
      cells.filter(({ week }) => week === 1),
      packs.before,
    ),
  );

export function authoritativenessOf(
  cells: readonly AuthorityCell[],
  { domains, hasEntity }: NamingSources,
): Subscore {
  const citations = sumOf(cells, 'citations');
  const canCite = sumOf(cells, 'citing') > 0;
  const platforms = [...Map.groupBy(pool(cells), ({ platform }) => platform).values()];
  const visible = platforms.filter(
    (own) => Math.round((visibility(own).value ?? 0) * 1e4) >= VISIBLE * 1e4,
  );
  return authoritativeness({
    citationShare: citations === 0 ? null : sumOf(cells, 'ownedUnbranded') / citations,
    mentioningDomains: canCite ? domains : null,
    hasEntity: canCite || hasEntity ? hasEntity : null,
    visiblePlatformShare: platforms.length === 0 ? null : visible.length / platforms.length,
  });
}
